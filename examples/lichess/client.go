package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// A client sends requests to the site.
type client struct {
	server, token string
	second        time.Duration // the unit of all waiting, which tests make short
}

// The waits, in seconds.
const (
	silence = 20 // the site sends an empty line every seven seconds
	answer  = 15 // for the answer to a request
	limited = 61 // after too many requests, the site wants a minute of rest
	longest = 60 // between two attempts
)

// Why the site does not do what it is asked. Only after errFinal is another attempt useless.
var errFinal, errLimited, errDown = errors.New("refused"), errors.New("too many requests"), errors.New("down")

// wait waits for a number of seconds, or until ctx is done. It reports whether it has waited.
func (c *client) wait(ctx context.Context, seconds int) bool {
	waiting, stop := context.WithTimeout(ctx, time.Duration(seconds)*c.second)
	defer stop()
	<-waiting.Done()
	return ctx.Err() == nil
}

// again calls f until it returns nil or a final error, or ctx is done. It waits longer after each
// failure in a row, and a whole minute where the site demands it.
func (c *client) again(ctx context.Context, f func() error) error {
	for pause := 1; ; pause = min(2*pause, longest) {
		if err := f(); err == nil || errors.Is(err, errFinal) {
			return err
		} else if errors.Is(err, errLimited) {
			pause = limited
		}
		if !c.wait(ctx, pause) {
			return ctx.Err()
		}
	}
}

// open sends a request without a body and returns the body of a successful answer.
func (c *client) open(ctx context.Context, method, path string) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.server+path, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errFinal, err)
	}
	request.Header.Set("Authorization", "Bearer "+c.token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode/100 == 2 {
		return response.Body, nil
	}
	kind := errFinal
	if response.StatusCode == http.StatusTooManyRequests {
		kind = errLimited
	} else if response.StatusCode/100 == 5 {
		kind = errDown
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(response.Body, 1000))
	return nil, fmt.Errorf("%s: %w: %s %s", path, kind, response.Status, bytes.TrimSpace(text))
}

// post sends a request once. After an error that is not errFinal it may have been done.
func (c *client) post(ctx context.Context, path string) error {
	ctx, cancel := context.WithTimeout(ctx, answer*c.second)
	defer cancel()
	body, err := c.open(ctx, http.MethodPost, path)
	if err == nil {
		body.Close()
	}
	return err
}

// read calls each with the objects of a stream, until it ends, breaks, or is silent. It returns nil if
// there was one.
func read[T any](ctx context.Context, c *client, path string, each func(T)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watchdog := time.AfterFunc(silence*c.second, cancel)
	defer watchdog.Stop()
	body, err := c.open(ctx, http.MethodGet, path)
	if err != nil {
		return err
	}
	defer body.Close()
	scanner, began := bufio.NewScanner(body), false
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		watchdog.Reset(silence * c.second)
		var object T
		if text := scanner.Bytes(); len(text) > 0 && json.Unmarshal(text, &object) == nil {
			began = true
			each(object)
		}
	}
	if !began {
		return io.ErrUnexpectedEOF
	}
	return nil
}
