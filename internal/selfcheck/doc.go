// Package selfcheck checks what holds for all packages of the module: their API, their documents, and the
// shape of the code. It has tests only.
package selfcheck

// The files:
//
//   - api_test.go: the exported API, and what packages may import
//   - text_test.go, json_test.go, zero_test.go: text forms, JSON forms, and zero values of all types
//   - stored_test.go: forms of values that earlier versions wrote
//   - names_test.go, laws_test.go: the names of the rule sheets, and the articles of the Laws that are cited
//   - layers_test.go: the tables of files in CONTRIBUTING.md and in each doc.go
//   - shape_test.go: whether all games have the same methods
//   - vet_test.go: whether go vet reports copied games
//   - compiler_test.go: what the compiler makes of hot functions and tables
//   - doc_test.go: examples and links in doc comments
//   - readme_test.go, snippets_test.go, commands_test.go, migration_test.go: snippets and commands of all pages
//   - pictures_test.go, bars_test.go: the pictures of the tables in the pages
//   - published_test.go: what is published: the versions of the nested modules, and text files only
