module github.com/shakki/chess/benchmarks

go 1.25.0

require (
	github.com/corentings/chess/v2 v2.6.0
	github.com/shakki/chess v0.0.0
)

replace github.com/shakki/chess => ../
