module github.com/shakki/chess/benchmarks

go 1.24

require (
	github.com/corentings/chess/v2 v2.3.2
	github.com/shakki/chess v0.0.0
)

require golang.org/x/exp v0.0.0-20250811191247-51f88131bc50 // indirect

replace github.com/shakki/chess => ../
