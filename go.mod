module github.com/shakki/chess

go 1.24
