package syzygy

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
)

// The last 16 bytes of a table are its checksum. It is made with CityHash, version 1.0, of Geoff
// Pike and Jyrki Alakuijala (https://github.com/google/cityhash): the hash of the hashes of all
// chunks before it. The names of variables are those of CityHash.

const (
	chunkSize    = 16 << 20
	checksumSize = 16
)

// The constants of CityHash.
const (
	k0 = 0xc3a5c85c97cb3127
	k1 = 0xb492b66fbe98f273
	k3 = 0xc949d7c7509e6557
	km = 0x9ddfea08eb382d69
)

func fetch(s []byte, at int) uint64    { return binary.LittleEndian.Uint64(s[at:]) }
func rotate(v uint64, n int) uint64    { return bits.RotateLeft64(v, -n) }
func mix(v uint64) uint64              { return v ^ v>>47 }
func hash16(u, v uint64) (hash uint64) { return mix((v^mix((u^v)*km))*km) * km }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// hash256 returns the hash of 256 bits of s, CityHashCrc256.
func hash256(s []byte) (r [4]uint64) {
	const least = 240
	seed := uint64(0)
	if len(s) < least {
		seed = uint64(^uint32(len(s)))
		s = append(append(make([]byte, 0, least), s...), make([]byte, least-len(s))...)
	}
	n := uint64(len(s))
	a, b, e := fetch(s, 56)+k0, fetch(s, 96)+k0, fetch(s, 184)+seed
	c, d := hash16(b, n), fetch(s, 120)*k0+n
	t := c + d
	r[0], r[1] = c, d
	crc, word := [5]uint32{uint32(seed)}, make([]byte, 8)
	step := func(s []byte, factor uint64, z int) {
		a, b, c, d, e, t = rotate(b, 41^z)*factor+fetch(s, 0), rotate(c, 27^z)*factor+fetch(s, 8),
			rotate(d, 41^z)*factor+fetch(s, 16), rotate(e, 33^z)*factor+fetch(s, 24), rotate(t, 25^z)*factor+fetch(s, 32), a
		for i, v := range [...]uint64{a, b, c, d, e} {
			binary.LittleEndian.PutUint64(word, v)
			crc[i] = ^crc32.Update(^crc[i], castagnoli, word)
		}
	}
	whole := len(s) / least * least
	for at := 0; at+40 <= len(s); at += 40 {
		if at < whole && at/40%2 == 0 {
			step(s[at:], 1, 1)
		} else {
			step(s[at:], k0, 0)
		}
	}
	if len(s)%40 > 0 {
		step(s[len(s)-40:], k0, 0)
	}
	f, g, h, i, j := uint64(crc[0]), uint64(crc[1]), uint64(crc[2]), uint64(crc[3]), uint64(crc[4])
	j += i << 32
	a = hash16(a, j)
	h += g << 32
	b += h
	c = hash16(c, f) + i
	d = hash16(d, e+r[0])
	j += e
	i += hash16(h, t)
	e = hash16(a, d) + j
	f = hash16(b, c) + a
	g = hash16(j, i) + c
	r[0] = e + f + g + h
	a = mix((a+g)*k0)*k0 + b
	r[1] += a + r[0]
	a = mix(a*k0)*k0 + c
	r[2] = a + r[1]
	r[3] = mix((a+e)*k0)*k0 + r[2]
	return r
}

// hash128 returns the hash of 128 bits of s, CityHashCrc128. The length of s is a multiple of 32.
func hash128(s []byte) (low, high uint64) {
	if len(s) > 900 {
		r := hash256(s)
		return r[2], r[3]
	}
	x, y, s := fetch(s, 0)^k3, fetch(s, 8), s[16:]
	if len(s) < 128 {
		return murmur(s, x, y)
	}
	n := uint64(len(s))
	z := n * k1
	v0 := rotate(y^k1, 49)*k1 + fetch(s, 0)
	v1 := rotate(v0, 42)*k1 + fetch(s, 8)
	w0, w1 := rotate(y+z, 35)*k1+x, rotate(x+fetch(s, 88), 53)*k1
	whole := len(s) / 128 * 128
	for at := 0; at < whole; at += 64 {
		s := s[at:]
		x = rotate(x+y+v0+fetch(s, 8), 37) * k1
		y = rotate(y+v1+fetch(s, 48), 42) * k1
		x ^= w1
		y += v0 + fetch(s, 40)
		z = rotate(z+w0, 33) * k1
		v0, v1 = weak(s, v1*k1, x+w0)
		w0, w1 = weak(s[32:], z+w1, y+fetch(s, 16))
		x, z = z, x
	}
	x += rotate(v0+z, 49) * k0
	z += rotate(w0, 37) * k0
	for at := len(s) - 32; at > whole-32; at -= 32 {
		y = rotate(x+y, 42)*k0 + v1
		w0 += fetch(s, at+16)
		x = x*k0 + w0
		z += w1 + fetch(s, at)
		w1 += v0
		v0, v1 = weak(s[at:], v0+z, v1)
	}
	x, y = hash16(x, v0), hash16(y+z, w0)
	return hash16(x+v1, w1) + y, hash16(x+w1, y+v1)
}

// murmur returns the hash of 128 bits of s, which has 16, 48, 80, or 112 bytes, with a seed.
func murmur(s []byte, a, b uint64) (low, high uint64) {
	n, last := uint64(len(s)), len(s)-16
	var c, d uint64
	if last == 0 {
		a = mix(a*k1) * k1
		c = b*k1 + (hash16(fetch(s, 0), rotate(fetch(s, 8)+n, 16)) ^ fetch(s, 8))
		d = mix(a + fetch(s, 0))
	} else {
		c = hash16(fetch(s, last+8)+k1, a)
		d = hash16(b+n, c+fetch(s, last))
		a += d
	}
	for at := 0; at < last; at += 16 {
		a = (a ^ mix(fetch(s, at)*k1)*k1) * k1
		b ^= a
		c = (c ^ mix(fetch(s, at+8)*k1)*k1) * k1
		d ^= c
	}
	a, b = hash16(a, c), hash16(d, b)
	return a ^ b, hash16(b, a)
}

// weak returns a hash of the first 32 bytes of s and a seed.
func weak(s []byte, a, b uint64) (uint64, uint64) {
	a += fetch(s, 0)
	b = rotate(b+a+fetch(s, 24), 21)
	c := a
	a += fetch(s, 8) + fetch(s, 16)
	return a + fetch(s, 24), b + rotate(a, 44) + c
}
