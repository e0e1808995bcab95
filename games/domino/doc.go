// Package domino plays the draw game of dominoes of rule sheet S1: two to four
// players, a double-six set of 28 tiles.
//
// The rules: two players take 7 tiles each, three or four take 5; the rest is
// the stock. Whoever drew the highest tile leads. In turn, a player lays a tile
// at either end of the line, like pips to like; who has none that fits draws
// from the stock until one does, and passes when the stock is empty. The round
// ends when a player is out of tiles or nobody can lay one; the pips left in
// the hands are minus points. Rounds are played until someone has 100 minus
// points, or 200 as agreed; the fewest win.
//
// The sheet is torn in the middle: it gives the deal, the two ways to find the
// lead, the matching of tiles and the end of the match. The rest is the common
// draw game:
//
//  1. Of two tiles with as many pips, the one with the higher end is higher.
//  2. Tiles are taken one at a time in turn. A tile that decides the lead and
//     is laid at once counts as one of the hand ([HighestTile]).
//  3. The line has two ends; a double opens no more.
//  4. Only a player without a fitting tile draws, one tile at a time until one
//     fits, to the last of the stock if need be; a player who can lay must.
//     With an empty stock, and only then, a player who cannot lay passes.
//  5. Who is out wins the round. It is blocked as soon as the stock is empty
//     and no hand fits an end.
//  6. The pips that a player is left with are that player's minus points, also
//     in a blocked round, which the fewest win.
//  7. Equal fewest minus points share the win, of a blocked round and of the
//     match.
//  8. Who leads a later round is for the players to agree: see [Lead].
//
// A [Position] is the whole table, a [View] what one player may see of it, a
// [Move] a tile laid, a draw or a pass; all are comparable values that may be
// copied freely. A [Game] is a round, a [Match] the rounds to the target; each
// serves one goroutine at a time. Nothing here is random: the caller gives the
// [Shuffle], and [NewShuffle] makes one from a seed.
package domino
