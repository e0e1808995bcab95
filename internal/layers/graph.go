package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// A graph holds the dependencies between the files of a package. For a graph g, g[a][b] lists the
// names declared in file b that file a uses. Every file has an entry g[a].
type graph map[string]map[string][]string

// load returns the graph of the package in dir. It ignores test files.
func load(dir string) (graph, error) {
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	var trees []*ast.File
	for _, name := range p.GoFiles {
		tree, err := parser.ParseFile(files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		trees = append(trees, tree)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(files, "source", nil)}
	checked, err := config.Check(p.ImportPath, files, trees, info)
	if err != nil {
		return nil, err
	}
	fileOf := func(pos token.Pos) string { return filepath.Base(files.Position(pos).Filename) }
	g := graph{}
	for _, name := range p.GoFiles {
		g[name] = map[string][]string{}
	}
	for ident, object := range info.Uses {
		if object.Pkg() != checked || !isShared(object) {
			continue
		}
		from, to := fileOf(ident.Pos()), fileOf(object.Pos())
		if from != to && !slices.Contains(g[from][to], object.Name()) {
			g[from][to] = append(g[from][to], object.Name())
		}
	}
	return g, nil
}

// isShared reports whether other files can refer to object, which means that it is declared at
// package level or is a method or a field.
func isShared(object types.Object) bool {
	switch o := object.(type) {
	case *types.Func:
		return true
	case *types.Var:
		return o.IsField() || o.Parent() == o.Pkg().Scope()
	}
	return object.Parent() == object.Pkg().Scope()
}

// faults returns the violations in g: files that the layers do not list or list twice, names of
// missing files, and uses of a file that stands below.
func (g graph) faults(layers []layer) []string {
	var faults []string
	place := map[string]int{}
	for _, l := range layers {
		for _, r := range l.rows {
			for _, name := range strings.Fields(r.files) {
				if place[name] > 0 {
					faults = append(faults, fmt.Sprintf("%s is listed twice", name))
				}
				if g[name] == nil {
					faults = append(faults, fmt.Sprintf("%s does not exist", name))
				}
				place[name] = len(place) + 1
			}
		}
	}
	for from, uses := range g {
		if place[from] == 0 {
			faults = append(faults, fmt.Sprintf("%s is in no layer", from))
			continue
		}
		for to, names := range uses {
			if place[to] > place[from] {
				slices.Sort(names)
				faults = append(faults, fmt.Sprintf("%s uses %s, which stands below it: %s", from, to, strings.Join(names, " ")))
			}
		}
	}
	slices.Sort(faults)
	return faults
}
