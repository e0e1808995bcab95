// Package domino implements the draw game of dominoes, as described by rule sheet
// S1. It is played by two to four players with a double-six set of 28 tiles.
//
// Two players take 7 tiles each, and three or four players take 5. The remaining
// tiles are the stock. The player who drew the highest tile leads. The players take
// turns to lay a tile at either end of the line of tiles, so that adjacent ends have
// the same number of pips. A player without a matching tile draws from the stock
// until one matches, or passes if the stock is empty. The round ends when a player
// has no tiles left or when nobody can lay one. The pips left in the hands are
// penalty points. Rounds are played until a player has 100 penalty points, or 200 if
// the players agree on that. The player with the fewest penalty points wins.
//
// The rule sheet is damaged. It describes the deal, the two ways to determine the
// leader, the matching of tiles, and the end of a match. The following rules come
// from the common draw game:
//
//  1. If two tiles have the same number of pips, the tile with the higher end is
//     higher.
//  2. The players take tiles one at a time, in turn. If the highest tile is laid at
//     once, it counts as a tile of the leader's hand (see [HighestTile]).
//  3. The line has two open ends. A double does not open more ends.
//  4. Only a player without a matching tile may draw, one tile at a time until one
//     matches or the stock is empty. A player who can lay a tile must lay one. A
//     player may pass only if the stock is empty and no tile matches.
//  5. A player who has no tiles left wins the round. A round is blocked as soon as
//     the stock is empty and no hand has a matching tile.
//  6. The pips in a player's hand at the end of the round are the penalty points of
//     that player. In a blocked round, the player with the fewest points wins.
//  7. If several players have the fewest penalty points in a blocked round or in a
//     match, they share the win.
//  8. The players agree on who leads the later rounds (see [Lead]).
//
// A [Position] holds the whole table, a [View] is what one player may see of it, and
// a [Move] is a tile laid, a draw, or a pass. These are comparable values. A [Game] is
// one round, and a [Match] is a sequence of rounds. Neither may be used by multiple
// goroutines at the same time. The package uses no random source of its own. The
// caller provides each [Shuffle], for example with [NewShuffle] and a seed.
package domino
