// Shakki checks and formats PGN files, runs perft, and prints positions.
//
//	shakki check FILE...         report syntax errors and illegal moves in PGN files
//	shakki judge FILE...         report records that contradict the rules or themselves
//	shakki fmt FILE...           write PGN files in the standard's export form
//	shakki select FILE...        write the games that fulfill conditions
//	shakki explore FILE...       count positions into a table, and look moves up in it
//	shakki perft FEN DEPTH       count the leaves of the legal move tree
//	shakki book TASK ...         make, merge, edit, list, and look up opening books
//	shakki show FEN              print a position and its legal moves
//	shakki verify DIR...         compare endgame tables with their checksums
//
// A FILE may be "-" for standard input, or a folder, which stands for the files in it and below
// whose names end in .pgn, .pgn.gz, .pgn.bz2, or .pgn.zst. Files that are compressed with gzip,
// bzip2, or Zstandard are known by their content, whatever their names.
//
// The command fmt has the flags of gofmt. Without a flag it writes the games to standard output,
// and without a file it reads standard input. -l lists the files that differ from the standard
// form, -d shows how, with exit status 1, and -w rewrites them, with their owner, permissions, and
// links. The order of the tags and the layout change without a warning. Text that is altered or
// dropped, such as a result that contradicts the board, a second FEN tag, or a line that begins
// with %, is printed as a warning, and -w then leaves the file alone, with exit status 1, unless
// -fix is given. A file in which an error costs moves or text, one that is compressed, and standard
// input are never rewritten.
//
// The exit status is 1 if a record has an error, and 2 if a file cannot be read or written. The FEN
// may be "startpos". "shakki help COMMAND" lists the flags of a command, and "shakki version"
// prints the version.
package main

// The files:
//
//   - main.go: the commands, their help, misspelled names, and their exit codes
//   - check.go: check: the mistakes of records, with -strict the warnings, and the totals
//   - verify.go: verify: whether tables and books are whole
//   - judge.go: judge: records that contradict the rules, and which claims are shown
//   - fmt.go: fmt: records in the export form: which files are rewritten, and what is left alone
//   - diff.go: what fmt would change, as a diff: its hunks and their lines of context
//   - select.go: select: flags of conditions and outputs, and which exclude each other
//   - book.go: book: make, merge, edit, and list books
//   - explore.go: explore: count, merge, and look up tables of positions, and how rows are printed
//   - show.go: show: a position, a game, or an endgame as text or SVG
//   - perft.go: perft: its arguments, and the counts of the moves with -divide
//   - count.go: counting moves with several workers, and the table of counts
//   - variants.go: records of variants for check, fmt, and show
//   - problem.go: problems of records as text, JSON, annotations of GitHub, and SARIF
//   - progress.go: opening inputs, progress, time left; tested in explore_test.go, input_test.go, world_test.go
//   - completion.go: completion: what may follow the words of a line; tested in main_test.go
//   - bytes_test.go: records with any byte at any place
//   - doors_test.go: whether all commands see the same games
//   - fmt_facts_test.go: whether fmt says what it changes
//   - input_test.go: compressed files and folders
//   - selectorder_test.go: which games select writes, and in which order
//   - values_test.go: spellings of values, whichever command reads them
//   - signals_unix_test.go: runs that a signal or a closed pipe ends
//   - world_test.go: outputs that are inputs, runs that are killed, and files that change
