package main

import (
	"archive/zip"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// lastOldAPI is the last revision with the old API, in which the methods of Position
// have pointer receivers.
const lastOldAPI = "9d033e2"

// sources holds the source files of the worker. For a revision with the old API,
// files in the second directory replace the files with the same name in the first.
//
//go:embed worker/*.go testdata/worker_9d033e2/*.go
var sources embed.FS

// A comparison says what to compare.
type comparison struct {
	old    string // the old revision
	oldAPI string // "true", "false", or "" to find out from the Git history
	pgn    string // the PGN file

	oldWorker, newWorker string // paths of the workers, set by build
}

// build builds both workers in the directory temp. It also sets the default PGN
// file.
func (c *comparison) build(temp string) error {
	root, err := command("", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	if c.pgn == "" {
		c.pgn = filepath.Join(root, "testdata", "games.pgn")
	}
	oldAPI, err := c.hasOldAPI(root)
	if err != nil {
		return err
	}
	library := filepath.Join(temp, "library")
	if err := unpack(root, c.old, library); err != nil {
		return err
	}
	if c.oldWorker, err = buildWorker(filepath.Join(temp, "old"), library, oldAPI); err != nil {
		return fmt.Errorf("old worker: %w", err)
	}
	if c.newWorker, err = buildWorker(filepath.Join(temp, "new"), root, false); err != nil {
		return fmt.Errorf("new worker: %w", err)
	}
	return nil
}

// hasOldAPI reports whether the old revision has the old API.
func (c *comparison) hasOldAPI(root string) (bool, error) {
	if c.oldAPI != "" {
		return strconv.ParseBool(c.oldAPI)
	}
	_, err := command(root, "git", "merge-base", "--is-ancestor", c.old, lastOldAPI)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return false, nil
	}
	return err == nil, err
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

// buildWorker creates the directory dir, writes the worker to it as a module, and
// builds the worker with the library in the directory library. It returns the path
// of the program.
func buildWorker(dir, library string, oldAPI bool) (string, error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	mod := "module worker\n\ngo 1.24\n\nrequire github.com/shakki/chess v0.0.0\n\n" +
		"replace github.com/shakki/chess => " + strconv.Quote(library) + "\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644); err != nil {
		return "", err
	}
	if err := writeSources(dir, "worker"); err != nil {
		return "", err
	}
	if oldAPI {
		if err := writeSources(dir, "testdata/worker_9d033e2"); err != nil {
			return "", err
		}
	}
	_, err := command(dir, "go", "build", "-trimpath", "-o", "worker.exe", ".")
	return filepath.Join(dir, "worker.exe"), err
}

// writeSources writes the files of an embedded directory to dir. They replace files
// with the same name.
func writeSources(dir, folder string) error {
	entries, err := sources.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		text, err := sources.ReadFile(folder + "/" + entry.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, entry.Name()), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// command runs a program in the directory dir and returns its output without
// newlines at the end.
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
