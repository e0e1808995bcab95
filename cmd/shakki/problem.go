package main

import (
	"encoding/json"
	"errors"
	"fmt"
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

// A problemForm is a form of a list of problems.
type problemForm struct {
	before, between, after string
	text                   func(p *problem) string
}

// problemForms are the forms by their names.
var problemForms = map[string]problemForm{
	"text":   {text: func(p *problem) string { return p.String() + "\n" }},
	"json":   {text: jsonLine},
	"github": {text: githubLine},
	"sarif": {`{"version":"2.1.0","$schema":"https://json.schemastore.org/sarif-2.1.0.json","runs":[{"tool":{"driver":{` +
		`"name":"shakki","informationUri":"https://github.com/shakki/chess"}},"columnKind":"unicodeCodePoints","results":[`,
		",", "]}]}\n", sarifResult},
}

// jsonLine returns a problem as JSON, which cannot fail.
func jsonLine(p *problem) string {
	text, _ := json.Marshal(p)
	return string(text) + "\n"
}

// githubLine returns a problem as a command of a workflow of GitHub, which shows it beside the line.
func githubLine(p *problem) string {
	message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	return fmt.Sprintf("::%s file=%s,line=%d,col=%d,title=%s::%s\n",
		p.Severity, property.Replace(filepath.ToSlash(p.File)), p.Line, p.Column, p.Rule, message.Replace(p.inGame()))
}

// sarifResult returns a problem as an object in the format SARIF 2.1.0.
func sarifResult(p *problem) string {
	type object = map[string]any
	text, _ := json.Marshal(object{
		"ruleId": p.Rule, "level": p.Severity, "message": object{"text": p.inGame()},
		"locations": []object{{"physicalLocation": object{
			"artifactLocation": object{"uri": (&url.URL{Path: filepath.ToSlash(p.File)}).String()},
			"region":           object{"startLine": p.Line, "startColumn": p.Column},
		}}},
	})
	return string(text)
}
