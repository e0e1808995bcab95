// Package chess is the rules of chess, as values: positions that are copied,
// compared and played through at engine speed, games that are recorded, judged
// and exchanged as PGN, and an exact answer to "is this legal, why not, and is
// the game over?".
//
// A [Position] is a plain comparable struct; assignment is the undo. It lists
// its legal moves, plays a [Move] checked ([Position.Play]) or at full speed
// ([Position.After]), and reads and writes FEN, SAN and UCI. A [Game] is a
// record of moves from a start position, with variations, annotations, tags and
// an [Outcome] by its [Rules]. A [PGNReader] reads game records of any size as
// trees, a [PGNScanner] as events, [ScanPGN] with several workers; a [PGNWriter]
// writes them.
//
// Standard chess and Chess960 are the same code: a castling right is the square
// of its rook, and castling is the king's move onto that rook.
//
// The zero values of the small types are White, NoPieceType, NoPiece, the
// a-file, the first rank, a1, the empty set and NullMove. Errors are typed and
// say what, where and why: [ParseError], [FENError], [MoveError], [PGNError],
// [ClaimError], [ActionError].
// Generating moves into a buffer, playing, hashing and counting allocate
// nothing. Values may be used by any number of goroutines; a Game or a scanner
// by one at a time.
//
// # Tasks
//
// Each task has a runnable example.
//
// Positions:
//
//   - play a whole game: [Game.PlaySAN], Example
//   - read a FEN: [ParseFEN], ExampleParseFEN
//   - tell where a FEN is wrong: [FENError], ExampleParseFEN_error
//   - repair a FEN: [RepairFEN], ExampleRepairFEN
//   - write a FEN for other programs: [Position.AppendFEN], ExamplePosition_AppendFEN
//   - ask whether a position can come from a game: [Position.Problems], ExamplePosition_Problems
//   - draw a board: [Position.PieceAt], ExamplePosition_PieceAt
//   - find checks, pins and attackers: [Position.Checkers], ExamplePosition_Checkers
//   - work with sets of squares: [Bitboard], ExampleBitboard
//   - compare positions as the rules do: [Position.SamePosition], ExamplePosition_SamePosition
//   - compare positions in a test: [Position.Equal], ExamplePosition_Equal
//   - look positions up in an opening table: [Position.PolyglotKey], ExamplePosition_PolyglotKey
//   - write values as JSON: [Position.MarshalText], Example_json
//
// Moves:
//
//   - ask whether a move is legal: [Position.IsLegal], ExamplePosition_IsLegal
//   - tell why a move is illegal: [Position.Play], ExamplePosition_Play
//   - act on the reason: [MoveError], ExampleMoveError
//   - list the legal moves: [Position.Moves], ExamplePosition_Moves
//   - list the captures: [Position.AppendCaptures], ExamplePosition_AppendCaptures
//   - list the moves of one piece: [Position.AppendMovesFrom], ExamplePosition_AppendMovesFrom
//   - play and undo in a search: [Position.After], ExamplePosition_After
//   - the same without a copy: [Position.SetAfter], ExamplePosition_SetAfter
//   - play and undo in a game: [Game.Undo], ExampleGame_Undo
//   - read what people write: [Position.ParseSAN], ExamplePosition_ParseSAN
//   - insist on the standard form: [Position.ParseStrictSAN], ExamplePosition_ParseStrictSAN
//   - read moves in another language: [Position.ParseSANIn], ExamplePosition_ParseSANIn
//   - write moves with figurines: [Position.SANIn], ExamplePosition_SANIn
//   - read what engines write: [Position.ParseUCI], ExamplePosition_ParseUCI
//   - write moves for engines: [Position.UCI], ExamplePosition_UCI
//   - play Chess960: [Position.Chess960], ExamplePosition_Chess960
//   - draw a start of Chess960 by lot: [Chess960Start], ExampleChess960Start
//   - count moves to test a generator: [Perft], ExamplePerft
//   - find the move whose count differs: [Position.Moves], ExamplePerft_divide
//   - write a bot: [Position.AppendCaptures], Example_bot
//
// The end of a game:
//
//   - detect checkmate and stalemate: [Position.Outcome], ExamplePosition_Outcome
//   - ask who can still win: [Position.CanWin], ExamplePosition_CanWin
//   - claim a repetition: [Game.Claim], ExampleGame_Claim
//   - claim with the next move: [Game.AnnouncedClaims], ExampleGame_Claim_announced
//   - refuse a wrong claim: [ClaimError], ExampleGame_Claim_wrong
//   - list the claims that were missed: [Game.AllClaims], ExampleGame_AllClaims
//   - offer a draw and accept it: [Game.OfferDraw], ExampleGame_OfferDraw
//   - resign: [Game.Resign], ExampleGame_Resign
//   - judge a flag-fall: [Game.FlagFall], ExampleGame_FlagFall
//   - make rules of one's own: [WithRules], ExampleRules
//   - find where a record should have ended: [Game.AutomaticEnd], ExampleGame_AutomaticEnd
//   - show the captured pieces: [Game.CapturedBy], ExampleGame_CapturedBy
//
// Records:
//
//   - read one game: [ParsePGN], ExampleParsePGN
//   - tell what is wrong in a record: [PGNError], ExampleParsePGN_error
//   - read all games of a file: [PGNReader.All], ExamplePGNReader
//   - change the games of a file: [PGNReader.Read], ExamplePGNReader_Read
//   - read a million games: [PGNScanner], ExamplePGNScanner
//   - find a position in games: [PGNScanner.SkipGame], ExamplePGNScanner_SkipGame
//   - use all processors: [ScanPGN], ExampleScanPGN
//   - go through the positions of a game: [Game.Positions], ExampleGame_Positions
//   - write a game: [PGNWriter], ExamplePGNWriter
//   - write the moves alone: [PGNFormat], ExamplePGNFormat
//   - walk a tree of variations: [Node], ExampleNode
//   - look at the position in a variation: [Node.Position], ExampleNode_Position
//   - add a variation: [Node.AddSAN], ExampleNode_AddSAN
//   - reorder and delete variations: [Node.PromoteToMainLine], ExampleNode_PromoteToMainLine
//   - comment on a move: [Node.SetComments], ExampleNode_SetComments
//   - read clocks and evals: [Node.Commands], ExampleNode_Commands
//   - write clocks: [Node.SetCommands], ExampleNode_SetCommands
//   - read colored squares and arrows: [ParseCommands], ExampleParseCommands
//   - check game records in a test: [Position.Equal], Example_record
//   - compare two games in a test: [Game.Equal], ExampleGame_Equal
//
// Whole programs stand in the folder examples.
package chess
