package syzygy

import "encoding/binary"

// A node is a symbol of the compressed text: a value, or a pair of symbols.
//
//	bits 0-11   the value, or the first symbol of the pair
//	bits 12-23  the second symbol, or noSecond if all values are the same
//	bits 24-31  the number of values that the symbol stands for, minus 1
type node uint32

const noSecond = 0xfff

func (n node) first() uint32  { return uint32(n) & 0xfff }
func (n node) second() uint32 { return uint32(n) >> 12 & 0xfff }
func (n node) count() int     { return int(n>>24) + 1 }

const (
	quickBits    = 11 // bits of text that are looked up at once
	longestCode  = 32 // in bits
	maxBlockBits = 16 // the largest block has 1<<16 bytes
	maxSpan      = 31 // the largest distance between two entries of the sparse index is 1<<31
)

// A code is what the whole codes in a prefix of quickBits bits decode to.
//
//	bits 0-7   the length of the codes in bits
//	bits 8-31  the number of values that their symbols stand for
//
// If the first code is longer than the prefix, the number is 0 and the length is the shortest
// possible one.
type code uint32

// A pairs is a compressed sequence of values: a text over an alphabet of symbols, each a value or a
// pair of symbols, written in a canonical Huffman code and divided into blocks. Longer codes have
// smaller numbers.
type pairs struct {
	constant bool   // all values are the same
	value    uint16 // that value

	nodes     []node
	quick     [1 << quickBits]code
	minBits   int        // the length of the shortest code
	lowest    [64]uint64 // the smallest code of each length and longer, at the top of 64 bits; 0 for the longest
	symbol    [64]uint32 // the symbol of the smallest code of each length
	span      uint       // the logarithm of the distance between two entries of the sparse index
	blockBits uint       // the logarithm of the size of a block
	blocks    int64      // the number of blocks
	lengths   int64      // the number of entries in the list of lengths
	sparse    int64      // the number of entries in the sparse index
	sparseAt  int64      // the offset of the sparse index in the file
	lengthsAt int64      // the offset of the lengths of blocks
	dataAt    int64      // the offset of the blocks
}

// setCodes sets up the decoding of a canonical code in which the shortest codes have minBits bits.
// firsts holds, for each length, the first symbol that has it.
func (a *pairs) setCodes(minBits int, firsts []uint16) {
	a.minBits = minBits
	low := uint64(0)
	for i := len(firsts) - 1; i >= 0; i-- {
		if i+1 < len(firsts) {
			low = (low + uint64(firsts[i]) - uint64(firsts[i+1])) / 2
		}
		a.lowest[minBits+i], a.symbol[minBits+i] = low<<(64-minBits-i), uint32(firsts[i])
	}
	for prefix := range a.quick {
		a.quick[prefix] = a.quickCode(uint64(prefix) << (64 - quickBits))
	}
}

// quickCode returns what the whole codes in the first quickBits bits of text decode to.
func (a *pairs) quickCode(text uint64) code {
	total, values := 0, 0
	for {
		s, n := a.find(text<<total, a.minBits)
		if n == 0 || total+n > quickBits {
			break
		}
		total += n
		values += a.nodes[s].count()
	}
	if values == 0 {
		total = a.minBits
		for text|(1<<(64-quickBits)-1) < a.lowest[total] {
			total++
		}
	}
	return code(total | values<<8)
}

// find returns the first symbol of text and the length of its code, which is at least n. The length
// is 0 if there is no such symbol.
func (a *pairs) find(text uint64, n int) (symbol uint32, length int) {
	for text < a.lowest[n&63] {
		n++
	}
	s := (text-a.lowest[n&63])>>(64-n) + uint64(a.symbol[n&63])
	if s >= uint64(len(a.nodes)) {
		return 0, 0
	}
	return uint32(s), n
}

// decode returns the value at the given place of a block of at least 8 bytes. It reports whether the block has
// that many values.
func (a *pairs) decode(block []byte, place int) (value uint16, ok bool) {
	text, rest := binary.BigEndian.Uint64(block), block[8:]
	for have := 64; have > 0; { // bits of the block in text
		c := a.quick[text>>(64-quickBits)]
		n, count := int(c&0xff), int(c>>8)
		if place < count || count == 0 {
			if count > 0 {
				n = a.minBits
			}
			var s uint32
			if s, n = a.find(text, n); n == 0 {
				return 0, false
			}
			if count = a.nodes[s].count(); place < count {
				return a.expand(s, place), true
			}
		}
		place -= count
		text <<= n & 63
		if have -= n; have <= 32 && len(rest) >= 4 {
			text |= uint64(binary.BigEndian.Uint32(rest)) << (32 - have)
			rest = rest[4:]
			have += 32
		}
	}
	return 0, false
}

// expand returns one of the values that a symbol stands for.
func (a *pairs) expand(s uint32, place int) uint16 {
	n := a.nodes[s]
	for n.second() != noSecond {
		first := a.nodes[n.first()]
		if count := first.count(); place < count {
			n = first
		} else {
			place -= count
			n = a.nodes[n.second()]
		}
	}
	return uint16(n.first())
}

// newNodes returns the symbols in data, three bytes each. It reports whether they are valid: no
// symbol contains itself, and none stands for more than 256 values.
func newNodes(data []byte) (nodes []node, ok bool) {
	nodes = make([]node, len(data)/3)
	for i := range nodes {
		triple := data[3*i:]
		nodes[i] = node(triple[0]) | node(triple[1])<<8 | node(triple[2])<<16
	}
	counts := make([]uint16, len(nodes)) // 0 for unknown
	for s := range nodes {
		if !measure(nodes, counts, uint32(s), 0) {
			return nil, false
		}
	}
	for s := range nodes {
		nodes[s] |= node(counts[s]-1) << 24
	}
	return nodes, true
}

// measure sets the number of values of symbol s, which is part of symbols nested to the given
// depth.
func measure(nodes []node, counts []uint16, s uint32, depth int) bool {
	if int(s) >= len(nodes) || depth > 256 {
		return false
	}
	n := nodes[s]
	switch {
	case counts[s] != 0:
		return true
	case n.second() == noSecond:
		counts[s] = 1
		return true
	case !measure(nodes, counts, n.first(), depth+1) || !measure(nodes, counts, n.second(), depth+1):
		return false
	}
	first, second := nodes[n.first()], nodes[n.second()]
	counts[s] = counts[n.first()] + counts[n.second()]
	if first.second() == noSecond && first == second {
		nodes[s] = first // all values are the same, as in most pairs of a table of wins and draws
	}
	return counts[s] <= 256
}
