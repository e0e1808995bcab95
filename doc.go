// Package chess implements the rules of chess: it lists, checks, and plays legal moves, says why a
// move is illegal, decides when and how a game ends, and reads and writes FEN, SAN, UCI, and PGN.
// Chess960 uses the same calls as standard chess.
//
// A [Position] is a small comparable struct that is copied by assignment. A [Move] is a 16-bit
// integer: two squares and a promotion. Castling is the move of the king to the square of its own
// rook. A [Game] is the record of a game: its moves, variations, annotations, tags, and [Outcome].
//
// The zero Position is an empty board, which has no legal moves. The zero Move is [NullMove], a
// pass. The zero Game is a game from the standard start position under the FIDE Laws. Errors are
// typed: see [MoveError], [FENError], [PGNError], [ActionError], and [ParseError].
//
// Every small value has a text form, which String and MarshalText return and JSON uses. There are
// two exceptions. MarshalText of a Position writes an en passant square after every double step,
// and String writes one only if a capture is legal, so use [Position.Key] as a key. An Outcome, a
// Claim, and an Eval are objects in JSON.
//
// For values that users type, a Parse function reads what UnmarshalText reads: [ParseColor],
// [ParsePieceType], [ParsePiece], [ParseSquare], [ParseMove], [ParseResult], [ParseReason], and
// [ParseLanguage]. The others have only UnmarshalText. The error is a [*ParseError].
//
// Listing moves into a buffer, playing moves on a Position, hashing, and parsing SAN do not
// allocate.
//
// A loop over an iterator of a [Game] or [Node] visits what exists when the loop begins, except what
// the loop deletes. Iterators of streams, such as [PGNReader.All] and [ScanPGN], serve one loop, which
// ends when the stream does. A call that may take long on any input takes a context, as
// [Position.Winnable] does. Functions that read a stream stop when the reader returns an error. If nil
// makes no sense as an argument, a function that returns an error returns one, and others panic.
//
// Positions, moves, and other values may be used by any number of goroutines. Methods of a Game
// that only read may be called concurrently. A [PGNScanner], [PGNReader], or [PGNWriter] must be
// used by one goroutine at a time.
//
// # Tasks
//
// Each task has a runnable example. The folder examples holds whole programs.
//
// First steps:
//
//   - play a game: [Game.PlaySAN], Example
//   - take a move back: [Game.Undo], ExampleGame_Undo
//   - list the legal moves: [Position.Moves], ExamplePosition_Moves
//   - read a FEN: [ParseFEN], ExampleParseFEN
//   - read a game: [ParsePGN], ExampleParsePGN
//   - write a game: [PGNWriter], ExamplePGNWriter
//   - detect checkmate and stalemate: [Position.Outcome], ExamplePosition_Outcome
//   - start a game from another position: [NewGameFrom], ExampleNewGameFrom
//
// Positions:
//
//   - draw a board: [Position.PieceAt], ExamplePosition_PieceAt
//   - find out what is wrong with a FEN: [FENError], ExampleParseFEN_error
//   - repair a FEN: [RepairFEN], ExampleRepairFEN
//   - read a placement that is not playable: [ParseSetup], ExampleParseSetup
//   - write a FEN for other programs: [Position.FormatFEN], ExamplePosition_FormatFEN
//   - set up or edit a position: [Setup], ExampleSetup
//   - find checks, pins, and attackers: [Position.Checkers], ExamplePosition_Checkers
//   - find forks: [Position.AttacksFrom], ExamplePosition_AttacksFrom
//   - work with sets of squares: [Bitboard], ExampleBitboard
//   - compare positions as the rules do: [Position.SamePosition], ExamplePosition_SamePosition
//   - use positions as map keys: [Position.Key], ExamplePosition_Key
//   - look up positions in an opening book: [Position.PolyglotKey], ExamplePosition_PolyglotKey
//   - store values as JSON: [Position.MarshalText], Example_json
//   - store positions in few bytes: [Position.MarshalBinary], ExamplePosition_MarshalBinary
//   - follow the line of a pin: [LineThrough], ExampleLineThrough
//   - check whether a game can lead to a position: [Position.Problems], ExamplePosition_Problems
//
// Moves:
//
//   - show where the pieces can go: [Position.Destinations], ExamplePosition_Destinations
//   - stop when the game is over: [Game.Destinations], ExampleGame_Destinations
//   - find the move that a player makes on a screen: [Position.FindMove], ExamplePosition_FindMove
//   - draw castling: [Position.CastlingSquares], ExamplePosition_CastlingSquares
//   - list the moves of one piece: [Position.AppendMovesFrom], ExamplePosition_AppendMovesFrom
//   - check whether a move is legal: [Position.IsLegal], ExamplePosition_IsLegal
//   - find out why a move is illegal: [Position.Play], ExamplePosition_Play
//   - act on the reason: [MoveError], ExampleMoveError
//   - look at the position after a move: [Position.After], ExamplePosition_After
//   - read a move that a person wrote: [Position.ParseSAN], ExamplePosition_ParseSAN
//   - accept only the standard form: [Position.ParseStrictSAN], ExamplePosition_ParseStrictSAN
//   - read a move from an engine: [Position.ParseUCI], ExamplePosition_ParseUCI
//   - play the moves that a server lists: [Game.SetMoves], ExampleGame_SetMoves
//   - write a move: [Position.UCI], ExamplePosition_UCI
//   - read moves in other languages: [Position.ParseSANIn], ExamplePosition_ParseSANIn
//   - write moves in other languages and notations: [Position.MoveText], ExamplePosition_MoveText
//   - read the name of a piece: [Language.ParsePieceType], ExampleLanguage_ParsePieceType
//   - write a line of moves: [Position.Line], ExamplePosition_Line
//   - pass: [NullMove], ExampleNullMove
//   - play Chess960: [Position.IsChess960], ExamplePosition_IsChess960
//   - pick a Chess960 start position: [Chess960Start], ExampleChess960Start
//
// Bots:
//
//   - search: [Position.AppendCaptures], Example_bot
//   - list captures: [Position.AppendCaptures], ExamplePosition_AppendCaptures
//   - find out what a capture wins: [Position.StaticExchange], ExamplePosition_StaticExchange
//   - search without copying: [Position.SetAfter], ExamplePosition_SetAfter
//   - recognize repetitions: [Game.RepeatableHashes], ExampleGame_RepeatableHashes
//   - test an evaluation: [Position.Flip], ExamplePosition_Flip
//   - read and write test positions: [github.com/shakki/chess/epd]
//   - count moves to test a move generator: [Perft], ExamplePerft
//   - find the move with the wrong count: [Position.Moves], ExamplePerft_divide
//
// The end of a game:
//
//   - resign: [Game.Resign], ExampleGame_Resign
//   - offer and accept a draw: [Game.OfferDraw], ExampleGame_OfferDraw
//   - claim a draw: [Game.Claim], ExampleGame_Claim
//   - claim a draw by announcing a move: [Game.ClaimsByMove], ExampleGame_ClaimsByMove
//   - find out why a claim was refused: [ActionError], ExampleGame_Claim_incorrect
//   - list the claims that were possible: [Game.ClaimHistory], ExampleGame_ClaimHistory
//   - end a game on time: [Game.FlagFall], ExampleGame_FlagFall
//   - decide a game: [Game.Adjudicate], ExampleGame_Adjudicate
//   - take back a mistaken resignation or claim: [Game.Resume], ExampleGame_Resume
//   - check whether a side can still win: [Position.CanWin], ExamplePosition_CanWin
//   - prove it: [Position.Winnable], ExamplePosition_Winnable
//   - change the rules: [Rules], ExampleRules
//   - play by a rule sheet: [RulesS0], ExampleRules_sheets
//   - show the captured pieces: [Game.CapturedBy], ExampleGame_CapturedBy
//
// Records:
//
//   - find out what is wrong with a record: [PGNError], ExampleParsePGN_error
//   - read all games of a file: [PGNReader.All], ExamplePGNReader
//   - read them with all processors: [PGNReader.Workers], ExamplePGNReader_workers
//   - change the games of a file: [PGNReader.Read], ExamplePGNReader_Read
//   - read millions of games: [PGNScanner], ExamplePGNScanner
//   - find the games with a position: [PGNScanner.SkipGame], ExamplePGNScanner_SkipGame
//   - scan with all processors: [ScanPGN], ExampleScanPGN
//   - share a file between workers, index it, and read a game back: [SplitPGN], ExampleSplitPGN
//   - read files from strangers: [PGNLimits], ExamplePGNLimits
//   - read ratings and dates: [ParseRating], ExampleParseRating
//   - list the positions of a game: [Game.Positions], ExampleGame_Positions
//   - find out where the rules ended a game: [Game.AutomaticEnd], ExampleGame_AutomaticEnd
//   - find results that contradict the board or the rules: [Arbiter], ExampleArbiter
//   - write only the moves: [PGNFormat], ExamplePGNFormat
//   - leave out clocks, or write figurines: [PGNWriter], ExamplePGNWriter_choices
//
// Variations and annotations:
//
//   - list variations: [Node], ExampleNode
//   - walk through all moves: [Game.Nodes], ExampleGame_Nodes
//   - get the position in a variation: [Node.Position], ExampleNode_Position
//   - add a variation: [Node.AddSAN], ExampleNode_AddSAN
//   - add the line that an engine expects: [Node.AddLine], ExampleNode_AddLine
//   - split a tree into its lines: [Game.Lines], ExampleGame_Lines
//   - join games into one tree: [Node.Merge], ExampleNode_Merge
//   - reorder and delete variations: [Node.PromoteToMainLine], ExampleNode_PromoteToMainLine
//   - comment on a move: [Node.SetComments], ExampleNode_SetComments
//   - read clocks and evaluations: [Node.Info], ExampleNode_Info
//   - write clocks: [Node.SetInfo], ExampleNode_SetInfo
//   - read colored squares and arrows: [ParseMoveInfo], ExampleParseMoveInfo
//
// Tests:
//
//   - compare positions: [Position.Equal], ExamplePosition_Equal
//   - compare games: [Game.Difference], ExampleGame_Difference
//   - check game records: [PGNReader.All], Example_record; for whole folders, package chesstest
package chess
