// Command tables downloads the Syzygy tables with three and four pieces that tests read with -data,
// and checks the size and the SHA-256 sum of each:
//
//	cd tools && go run ./tables DIR
//
// It writes them to the folder syzygy in DIR and skips those that are already there. They take 7 MB.
// They come from lichess.org, or from the -server that you name.
package main

import (
	"crypto/sha256"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// sums has a line for each table: its SHA-256 sum, its size in bytes, and its name.
//
//go:embed sums.txt
var sums string

func main() {
	server := flag.String("server", "https://tablebase.lichess.ovh/tables/standard", "the `URL` of the folders 3-4-5-wdl and 3-4-5-dtz")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: tables [flags] DIR")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := fetchAll(*server, filepath.Join(flag.Arg(0), "syzygy")); err != nil {
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
}

// fetchAll writes the tables that a folder lacks.
func fetchAll(server, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for line := range strings.Lines(sums) {
		var sum, name string
		var size int64
		if _, err := fmt.Sscan(line, &sum, &size, &name); err != nil {
			return err
		}
		path := filepath.Join(folder, name)
		if text, err := os.ReadFile(path); err == nil && hash(text) == sum {
			continue
		}
		kind := map[string]string{".rtbw": "3-4-5-wdl", ".rtbz": "3-4-5-dtz"}[filepath.Ext(name)]
		text, err := fetch(server+"/"+kind+"/"+name, size)
		if err != nil {
			return err
		}
		if hash(text) != sum {
			return fmt.Errorf("%s: the SHA-256 sum is %s, want %s", name, hash(text), sum)
		}
		if err := os.WriteFile(path+".part", text, 0o666); err != nil {
			return err
		}
		if err := os.Rename(path+".part", path); err != nil {
			return err
		}
	}
	return nil
}

// fetch returns what a server answers, which must have the given size.
func fetch(url string, size int64) ([]byte, error) {
	answer, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, answer.Status)
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, size+1))
	if err == nil && int64(len(text)) != size {
		err = fmt.Errorf("%s: the size is not the expected %d bytes", url, size)
	}
	return text, err
}

// hash returns the SHA-256 sum of a text in hexadecimal.
func hash(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }
