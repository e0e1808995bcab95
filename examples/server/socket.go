package main

import (
	"bufio"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// A socket is a WebSocket (RFC 6455) on which the server only sends. Unlike an answer that does not
// end, it is not one of the six connections that a browser opens to a host, so a browser can show
// many games. In one direction it takes a hundred lines and no library, which the module would depend on.
type socket struct {
	net.Conn
	in *bufio.Reader
}

// newSocket answers the request for a WebSocket. A subprotocol that the browser asks for is accepted.
func newSocket(w http.ResponseWriter, r *http.Request) (*socket, error) {
	key := r.Header.Get("Sec-WebSocket-Key")
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") || key == "" || r.ContentLength != 0 {
		w.Header().Set("Connection", "close") // otherwise the server waits for the body first
		return nil, refusal{http.StatusUpgradeRequired, "events are sent on a WebSocket"}
	}
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	answer := "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
		"Sec-WebSocket-Accept: " + base64.StdEncoding.EncodeToString(sum[:]) + "\r\n"
	if protocol := r.Header.Get("Sec-WebSocket-Protocol"); protocol != "" {
		answer += "Sec-WebSocket-Protocol: " + protocol + "\r\n"
	}
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil, err
	}
	_, err = conn.Write([]byte(answer + "\r\n"))
	return &socket{conn, buffered.Reader}, err
}

// The first bytes of frames: each is a whole message.
const (
	textFrame  = 0x81
	closeFrame = 0x88
	pingFrame  = 0x89
)

// send sends a text, for which the browser has a limited time, and a ping.
func (s *socket) send(text []byte) error {
	frame := []byte{textFrame, byte(len(text))}
	switch n := len(text); {
	case n > 0xffff:
		frame = binary.BigEndian.AppendUint64([]byte{textFrame, 127}, uint64(n))
	case n > 125:
		frame = binary.BigEndian.AppendUint16([]byte{textFrame, 126}, uint16(n))
	}
	frame = append(append(frame, text...), pingFrame, 0)
	s.SetWriteDeadline(time.Now().Add(patience))
	_, err := s.Write(frame)
	return err
}

// drain returns a channel that is closed when the browser has gone: it ends the connection, or no longer
// answers pings. It has nothing else to say.
func (s *socket) drain() <-chan struct{} {
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		for {
			s.SetReadDeadline(time.Now().Add(patience))
			head := [2]byte{}
			_, err := io.ReadFull(s.in, head[:])
			size := int(head[1] & 0x7f)
			if err != nil || head[0] == closeFrame || size > 125 {
				return
			}
			s.in.Discard(4 + size) // the mask and the payload
		}
	}()
	return gone
}
