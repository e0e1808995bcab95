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

// A graph holds the dependencies between the files of a package. For a graph g, g[a][b] lists the names declared in
// file b that file a uses. Every file has an entry g[a].
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

// isShared reports whether other files can refer to object, which means that it is declared at package level or is a
// method or a field.
func isShared(object types.Object) bool {
	switch o := object.(type) {
	case *types.Func:
		return true
	case *types.Var:
		return o.IsField() || o.Parent() == o.Pkg().Scope()
	}
	return object.Parent() == object.Pkg().Scope()
}

// faults returns the violations in g, given the floors from the lowest to the highest: files on no floor or on two
// floors, names of missing files, uses of a higher floor, and cycles.
func (g graph) faults(floors []floor) []string {
	var faults []string
	level := map[string]int{}
	for i, f := range floors {
		for _, name := range f.files {
			if _, twice := level[name]; twice {
				faults = append(faults, fmt.Sprintf("%s is on two floors", name))
			}
			if g[name] == nil {
				faults = append(faults, fmt.Sprintf("floor %d: file %s does not exist", i+1, name))
			}
			level[name] = i + 1
		}
	}
	for from, uses := range g {
		if level[from] == 0 {
			faults = append(faults, fmt.Sprintf("%s has no floor", from))
			continue
		}
		for to, names := range uses {
			if level[to] > level[from] {
				slices.Sort(names)
				faults = append(faults, fmt.Sprintf("%s on floor %d uses %s on floor %d: %s",
					from, level[from], to, level[to], strings.Join(names, " ")))
			}
		}
	}
	faults = append(faults, g.cycles()...)
	slices.Sort(faults)
	return faults
}

// cycles returns messages such as "cycle: a.go -> b.go -> a.go". If g has cycles, it returns at least one.
func (g graph) cycles() []string {
	const (
		unseen = iota
		onPath
		done
	)
	state := map[string]int{}
	var path, found []string
	var visit func(name string)
	visit = func(name string) {
		state[name] = onPath
		path = append(path, name)
		next := make([]string, 0, len(g[name]))
		for to := range g[name] {
			next = append(next, to)
		}
		slices.Sort(next)
		for _, to := range next {
			switch state[to] {
			case unseen:
				visit(to)
			case onPath:
				cycle := append(slices.Clone(path[slices.Index(path, to):]), to)
				found = append(found, "cycle: "+strings.Join(cycle, " -> "))
			}
		}
		path = path[:len(path)-1]
		state[name] = done
	}
	names := make([]string, 0, len(g))
	for name := range g {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if state[name] == unseen {
			visit(name)
		}
	}
	return found
}
