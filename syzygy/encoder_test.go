package syzygy

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// An encoding is a table to write: its values and the parts of its header. It shares no code with
// the package.
type encoding struct {
	magic     uint32
	flags     byte   // the byte after the magic number
	pieces    []byte // the lines of pieces, each after its order: one for each file of the leading pawn
	parts     []encodedPart
	blockBits int
	span      int
}

// An encodedPart is the values for one side to move and one file of the leading pawn.
type encodedPart struct {
	flags  byte
	values []uint16
	lists  [4][]uint16
}

// constantPart is the flag of a part whose values are all the same, and mapped and wide say that
// there are lists of values, and lists of 16 bits.
const (
	mappedValues = 2
	winInPlies   = 4
	lossInPlies  = 8
	wideLists    = 16
	constantPart = 128
)

// A coder is the alphabet and the blocks of a part.
type coder struct {
	pairs   [][2]uint16 // the two symbols of each symbol; the second is 0xfff for a value
	counts  []int       // the values that a symbol stands for
	lengths []int       // the bits of the codes, by symbol, never longer for a later symbol
	codes   []uint64
	blocks  [][]byte
	filled  []int // the values in each block
}

// encode returns the bytes of the table.
func (e encoding) encode() []byte {
	out := binary.LittleEndian.AppendUint32(nil, e.magic)
	out = append(append(out, e.flags), e.pieces...)
	out = even(out)
	coders := make([]*coder, len(e.parts))
	for i, part := range e.parts {
		if slices.Min(part.values) == slices.Max(part.values) {
			out = append(out, part.flags|constantPart, byte(part.values[0]))
			continue
		}
		coders[i] = newCoder(part.values, 1<<e.blockBits)
		out = coders[i].appendHeader(append(out, part.flags), e)
	}
	for _, part := range e.parts {
		if part.flags&mappedValues != 0 {
			out = part.appendLists(out)
		}
	}
	out = even(out)
	for _, c := range coders {
		if c != nil {
			out = c.appendSparse(out, e.span)
		}
	}
	for _, c := range coders {
		if c != nil {
			for _, n := range append(c.filled, 1) { // one more than there are blocks
				out = binary.LittleEndian.AppendUint16(out, uint16(n-1))
			}
		}
	}
	for _, c := range coders {
		if c != nil {
			for len(out)%64 != 0 {
				out = append(out, 0)
			}
			out = append(out, slices.Concat(c.blocks...)...)
		}
	}
	return out
}

// even appends a byte if that makes the length even.
func even(b []byte) []byte {
	if len(b)%2 == 1 {
		return append(b, 0)
	}
	return b
}

// appendLists appends the lists of distances.
func (p encodedPart) appendLists(out []byte) []byte {
	if p.flags&wideLists != 0 {
		out = even(out)
	}
	for _, list := range p.lists {
		if p.flags&wideLists == 0 {
			out = append(out, byte(len(list)))
		} else {
			out = binary.LittleEndian.AppendUint16(out, uint16(len(list)))
		}
		for _, n := range list {
			if p.flags&wideLists == 0 {
				out = append(out, byte(n))
			} else {
				out = binary.LittleEndian.AppendUint16(out, n)
			}
		}
	}
	return out
}

// newCoder compresses values into blocks of the given size.
func newCoder(values []uint16, blockSize int) *coder {
	c := new(coder)
	text := c.pairUp(values)
	c.sortSymbols(text)
	c.setCodes()
	c.write(text, blockSize)
	return c
}

// pairUp returns the values as symbols, after a few rounds in which the most frequent pair of
// neighbors becomes a new symbol.
func (c *coder) pairUp(values []uint16) []uint16 {
	symbolOf := make(map[uint16]uint16)
	text := make([]uint16, len(values))
	for i, v := range values {
		if _, ok := symbolOf[v]; !ok {
			symbolOf[v] = uint16(len(c.pairs))
			c.pairs, c.counts = append(c.pairs, [2]uint16{v, 0xfff}), append(c.counts, 1)
		}
		text[i] = symbolOf[v]
	}
	for range 24 {
		frequency := make(map[[2]uint16]int)
		for i := 1; i < len(text); i++ {
			frequency[[2]uint16{text[i-1], text[i]}]++
		}
		var best [2]uint16
		for pair, n := range frequency {
			if c.counts[pair[0]]+c.counts[pair[1]] <= 256 && (n > frequency[best] || n == frequency[best] && slices.Compare(pair[:], best[:]) < 0) {
				best = pair
			}
		}
		if frequency[best] < 8 || c.counts[best[0]]+c.counts[best[1]] > 256 {
			break
		}
		shorter := text[:0]
		for i := 0; i < len(text); i++ {
			if i+1 < len(text) && text[i] == best[0] && text[i+1] == best[1] {
				shorter = append(shorter, uint16(len(c.pairs)))
				i++
			} else {
				shorter = append(shorter, text[i])
			}
		}
		text = shorter
		c.pairs, c.counts = append(c.pairs, best), append(c.counts, c.counts[best[0]]+c.counts[best[1]])
	}
	return text
}

// sortSymbols renumbers the symbols so that rarer ones, whose codes are longer, come first, and
// sets the lengths of the codes.
func (c *coder) sortSymbols(text []uint16) {
	frequency := make([]int, len(c.pairs))
	for _, s := range text {
		frequency[s]++
	}
	order := make([]int, len(c.pairs))
	for i := range order {
		order[i] = i
	}
	lengths := huffman(frequency)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lengths[b], lengths[a]) })
	number := make([]uint16, len(order))
	pairs, counts := make([][2]uint16, len(order)), make([]int, len(order))
	for i, old := range order {
		number[old] = uint16(i)
		c.lengths = append(c.lengths, lengths[old])
	}
	for i, old := range order {
		pairs[i], counts[i] = c.pairs[old], c.counts[old]
		if pairs[i][1] != 0xfff {
			pairs[i] = [2]uint16{number[pairs[i][0]], number[pairs[i][1]]}
		}
	}
	for i := range text {
		text[i] = number[text[i]]
	}
	c.pairs, c.counts = pairs, counts
}

// huffman returns the lengths of an optimal code. A symbol that does not occur counts as one that
// does once.
func huffman(frequency []int) []int {
	type tree struct {
		n       int
		symbols []int
	}
	var trees []tree
	for s, n := range frequency {
		trees = append(trees, tree{max(n, 1), []int{s}})
	}
	lengths := make([]int, len(frequency))
	for len(trees) > 1 {
		slices.SortStableFunc(trees, func(a, b tree) int { return cmp.Compare(a.n, b.n) })
		joined := tree{trees[0].n + trees[1].n, slices.Concat(trees[0].symbols, trees[1].symbols)}
		for _, s := range joined.symbols {
			lengths[s]++
		}
		trees = append(trees[2:], joined)
	}
	return lengths
}

// setCodes sets the codes: the longest first, from 0 on.
func (c *coder) setCodes() {
	code := uint64(0)
	for s, n := range c.lengths {
		if s > 0 {
			code = (code + 1) >> (c.lengths[s-1] - n)
		}
		c.codes = append(c.codes, code)
	}
}

// write writes the symbols into blocks.
func (c *coder) write(text []uint16, blockSize int) {
	for len(text) > 0 {
		block, used, count := make([]byte, blockSize), 0, 0
		for ; len(text) > 0; text = text[1:] {
			s := text[0]
			if used+c.lengths[s] > 8*blockSize || count+c.counts[s] > 1<<16 {
				break
			}
			for bit := c.lengths[s] - 1; bit >= 0; bit-- {
				block[used/8] |= byte(c.codes[s]>>bit&1) << (7 - used%8)
				used++
			}
			count += c.counts[s]
		}
		c.blocks, c.filled = append(c.blocks, block), append(c.filled, count)
	}
}

// appendHeader appends the sizes, the code, and the alphabet.
func (c *coder) appendHeader(out []byte, e encoding) []byte {
	longest, shortest := c.lengths[0], c.lengths[len(c.lengths)-1]
	out = append(out, byte(e.blockBits), byte(e.span), 1)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(c.blocks)))
	out = append(out, byte(longest), byte(shortest))
	for n := shortest; n <= longest; n++ {
		// Where no code has n bits, the number keeps the longer codes in place.
		first := slices.IndexFunc(c.lengths, func(l int) bool { return l <= n })
		out = binary.LittleEndian.AppendUint16(out, uint16(first))
	}
	out = binary.LittleEndian.AppendUint16(out, uint16(len(c.pairs)))
	for _, pair := range c.pairs {
		out = append(out, byte(pair[0]), byte(pair[0]>>8)|byte(pair[1]<<4), byte(pair[1]>>4))
	}
	if len(c.pairs)%2 == 1 {
		out = append(out, 0)
	}
	return out
}

// appendSparse appends the sparse index.
func (c *coder) appendSparse(out []byte, span int) []byte {
	total := 0
	for _, n := range c.filled {
		total += n
	}
	block, start := 0, 0
	for at := 1 << span / 2; at-1<<span/2 < total; at += 1 << span {
		for block < len(c.filled) && at >= start+c.filled[block] {
			start += c.filled[block]
			block++
		}
		out = binary.LittleEndian.AppendUint32(out, uint32(block))
		out = binary.LittleEndian.AppendUint16(out, uint16(at-start))
	}
	return out
}
