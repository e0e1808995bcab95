// Server lets people play chess in their browsers. Each game is a PGN file in a folder, so a restart
// loses nothing. The page docs/server.md walks through the program.
//
//	go run ./examples/server -folder games -address localhost:8080
package main

// The files:
//
//   - main.go: the web server: pages, requests, limits
//   - table.go: one table: players, moves, claims, takebacks, and its file; tested in main_test.go
//   - clock.go: the clock of a table; tested in main_test.go
//   - socket.go: WebSockets that show a table; tested in main_test.go
//   - browser_test.go: a browser for the tests
//   - page_test.go: the page in a browser
