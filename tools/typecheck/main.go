// Command typecheck type-checks all packages of the current module and their tests for other systems:
//
//	typecheck windows/arm64 plan9/amd64
//
// It takes seconds for each, where a build would compile the standard library first.
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	for _, system := range os.Args[1:] {
		name, processor, _ := strings.Cut(system, "/")
		all, err := packages.Load(&packages.Config{
			Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
				packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes,
			Env:   append(os.Environ(), "GOOS="+name, "GOARCH="+processor, "CGO_ENABLED=0"),
			Tests: true,
		}, "./...")
		if err != nil || packages.PrintErrors(all) > 0 || len(all) == 0 {
			fmt.Fprintf(os.Stderr, "typecheck: %s: %d packages, %v\n", system, len(all), err)
			os.Exit(1)
		}
	}
}
