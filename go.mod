module github.com/shakki/chess

go 1.24

require (
	github.com/google/go-cmp v0.7.0
	github.com/klauspost/compress v1.19.2
	golang.org/x/exp v0.0.0-20250811191247-51f88131bc50
)
