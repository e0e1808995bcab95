module github.com/shakki/chess/diagram/png

go 1.24.0

require github.com/shakki/chess v1.0.0-rc.2

require (
	golang.org/x/image v0.32.0
	golang.org/x/text v0.30.0 // indirect
)

