module github.com/shakki/chess/benchmarks

go 1.25.0

require (
	github.com/corentings/chess/v2 v2.6.0
	github.com/shakki/chess v1.0.0-rc.2
)

