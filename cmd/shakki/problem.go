package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/variant"
)

// A problem is an error or a warning of check, or a finding of judge. What one of them does not know
// is null or "" in JSON.
type problem struct {
	File     string  `json:"file"`
	Game     int     `json:"game"`
	White    string  `json:"white"`
	Black    string  `json:"black"`
	Line     int     `json:"line"`
	Column   int     `json:"column"`
	Offset   *int64  `json:"offset"`
	Severity string  `json:"severity"` // "error" or "warning"
	Kind     string  `json:"kind"`     // of a finding, such as "wrong result"; check finds what is "unreadable" or "inexact"
	Rule     string  `json:"rule"`     // the name of the check, such as "illegal-move"
	Ply      *int    `json:"ply"`
	Tag      string  `json:"tag"`
	Token    string  `json:"token"`
	FEN      *string `json:"fen"` // before the illegal move
	Text     string  `json:"text"`
}

// problemOf returns the problem that a fault is.
func problemOf(file string, f *chess.PGNError) problem {
	unnamed := *f
	unnamed.White, unnamed.Black = "", ""
	_, text, _ := strings.Cut(unnamed.Fault(), ": ") // without "game 12 (? - ?)"
	fen := fenOf(f)
	p := problem{
		File: file, Game: f.Game, White: f.White, Black: f.Black, Line: f.Line, Column: f.Column, Offset: &f.Offset,
		Severity: "error", Kind: chess.Unreadable.String(), Rule: "syntax", Token: f.Token, FEN: &fen, Text: text,
	}
	switch {
	case f.Warning:
		p.Severity, p.Kind, p.Rule = "warning", "inexact", "form"
	case errors.As(f.Err, new(*chess.FENError)):
		p.Rule = "invalid-fen"
	case errors.Is(f.Err, chess.ErrAmbiguous):
		p.Rule = "ambiguous-move"
	case errors.Is(f.Err, chess.ErrIllegal), errors.As(f.Err, new(*variant.MoveError)):
		p.Rule = "illegal-move"
	}
	return p
}

// problemOfFinding returns the problem that a finding is.
func problemOfFinding(file string, f chess.Finding) problem {
	p := problem{
		File: file, Game: f.Game, White: f.White, Black: f.Black, Line: f.Line, Column: f.Column, Severity: "error",
		Kind: f.Kind.String(), Rule: strings.ReplaceAll(f.Kind.String(), " ", "-"), Ply: &f.Ply, Tag: f.Tag, Text: f.Text,
	}
	if f.Kind == chess.MissedClaim {
		p.Severity = "warning"
	}
	return p
}

// String returns the problem as a line of text.
func (p *problem) String() string {
	severity := ""
	if p.Kind == "inexact" {
		severity = "warning: "
	}
	return fmt.Sprintf("%s:%d:%d: %s%s", p.File, p.Line, p.Column, severity, p.inGame())
}

// inGame returns the text with the game.
func (p *problem) inGame() string {
	return chess.Finding{Game: p.Game, White: p.White, Black: p.Black, Text: p.Text}.String()
}

// A problemForm prints problems.
type problemForm interface {
	print(w io.Writer, p *problem)
	end(w io.Writer) // is called after the last problem
}

// problemForms are the forms by their names. That of text is nil.
var problemForms = map[string]func() problemForm{
	"text": nil, "json": func() problemForm { return eachLine(jsonLine) }, "github": func() problemForm { return eachLine(githubLine) },
	"sarif": func() problemForm { return new(sarif) },
}

// An eachLine prints each problem on its own line.
type eachLine func(p *problem) string

func (f eachLine) print(w io.Writer, p *problem) { fmt.Fprintln(w, f(p)) }
func (f eachLine) end(io.Writer)                 {}

// jsonLine returns a problem as JSON, which cannot fail.
func jsonLine(p *problem) string {
	text, _ := json.Marshal(p)
	return string(text)
}

// githubLine returns a problem as a command of a workflow of GitHub, which shows it beside the line.
func githubLine(p *problem) string {
	message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	return fmt.Sprintf("::%s file=%s,line=%d,col=%d,title=%s::%s",
		p.Severity, property.Replace(filepath.ToSlash(p.File)), p.Line, p.Column, p.Rule, message.Replace(p.inGame()))
}

// A sarif prints problems as one object in the format SARIF 2.1.0.
type sarif struct{ hasBegun bool }

func (f *sarif) begin(w io.Writer) {
	separator := ","
	if !f.hasBegun {
		f.hasBegun = true
		separator = `{"version":"2.1.0","$schema":"https://json.schemastore.org/sarif-2.1.0.json","runs":[{"tool":{"driver":{` +
			`"name":"shakki","informationUri":"https://github.com/shakki/chess"}},"columnKind":"unicodeCodePoints","results":[`
	}
	fmt.Fprint(w, separator)
}

func (f *sarif) print(w io.Writer, p *problem) {
	type object = map[string]any
	f.begin(w)
	text, _ := json.Marshal(object{
		"ruleId": p.Rule, "level": p.Severity, "message": object{"text": p.inGame()},
		"locations": []object{{"physicalLocation": object{
			"artifactLocation": object{"uri": (&url.URL{Path: filepath.ToSlash(p.File)}).String()},
			"region":           object{"startLine": p.Line, "startColumn": p.Column},
		}}},
	})
	w.Write(text)
}

func (f *sarif) end(w io.Writer) {
	if !f.hasBegun {
		f.begin(w)
	}
	fmt.Fprintln(w, "]}]}")
}
