package main

import (
	"archive/zip"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// sources holds the source files of the worker.
//
//go:embed worker/*.go
var sources embed.FS

// A comparison says what to compare.
type comparison struct {
	old string // the old revision
	pgn string // the PGN file

	oldWorker, newWorker string // paths of the workers, set by build
}

// build builds both workers in the directory temp. It also sets the default PGN file.
func (c *comparison) build(temp string) error {
	root, err := command("", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	if c.pgn == "" {
		c.pgn = filepath.Join(root, "testdata", "games.pgn")
	}
	library := filepath.Join(temp, "library")
	if err := unpack(root, c.old, library); err != nil {
		return err
	}
	if c.oldWorker, err = buildWorker(filepath.Join(temp, "old"), library); err != nil {
		return fmt.Errorf("old worker: %w", err)
	}
	if c.newWorker, err = buildWorker(filepath.Join(temp, "new"), root); err != nil {
		return fmt.Errorf("new worker: %w", err)
	}
	return nil
}

// unpack creates the directory dir and writes the files of a revision to it.
func unpack(root, revision, dir string) error {
	archive := dir + ".zip"
	if _, err := command(root, "git", "archive", "--format=zip", "--output="+archive, revision); err != nil {
		return err
	}
	files, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer files.Close()
	return os.CopyFS(dir, files)
}

// buildWorker creates the directory dir, writes the worker to it as a module, and builds the worker
// with the library in the directory library. It returns the path of the program.
func buildWorker(dir, library string) (string, error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	mod := "module worker\n\ngo 1.24\n\nrequire github.com/shakki/chess v0.0.0\n\n" +
		"replace github.com/shakki/chess => " + strconv.Quote(library) + "\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644); err != nil {
		return "", err
	}
	entries, err := sources.ReadDir("worker")
	if err != nil {
		return "", err
	}
	for _, entry := range entries {
		text, err := sources.ReadFile("worker/" + entry.Name())
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, entry.Name()), text, 0o644); err != nil {
			return "", err
		}
	}
	_, err = command(dir, "go", "build", "-trimpath", "-o", "worker.exe", ".")
	return filepath.Join(dir, "worker.exe"), err
}

// command runs a program in the directory dir and returns its output without newlines at the end.
func command(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	cmd.Stderr = os.Stderr
	output, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, args[0], err)
	}
	return strings.TrimRight(string(output), "\r\n"), nil
}
