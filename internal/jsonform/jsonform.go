// Package jsonform holds the form of durations in JSON.
package jsonform

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"
)

// A Seconds is a duration that JSON has as a number of seconds, such as 90 or 0.25. Nothing is lost.
type Seconds time.Duration

// MarshalJSON returns the number with as many decimals as it needs.
func (s Seconds) MarshalJSON() ([]byte, error) {
	sign, n := "", uint64(s)
	if s < 0 {
		sign, n = "-", -n
	}
	text := fmt.Sprintf("%s%d.%09d", sign, n/1e9, n%1e9)
	return []byte(strings.TrimRight(strings.TrimRight(text, "0"), ".")), nil
}

// UnmarshalJSON reads a number of seconds. A number that is too large counts as 146 years, half of the
// longest duration.
func (s *Seconds) UnmarshalJSON(text []byte) error {
	var n json.Number
	if err := json.Unmarshal(text, &n); err != nil || n == "" {
		return err
	}
	if d, err := time.ParseDuration(n.String() + "s"); err == nil {
		*s = Seconds(d)
		return nil
	}
	f, err := n.Float64()
	if f *= 1e9; math.Abs(f) >= math.MaxInt64 {
		f = math.Copysign(math.MaxInt64/2, f)
	}
	*s = Seconds(f)
	return err
}

// Marshal returns a struct as JSON, with numbers of seconds for its durations. v points to it.
func Marshal(v any) ([]byte, error) { return json.Marshal(inSeconds(v)) }

// Unmarshal reads the form that Marshal returns.
func Unmarshal(text []byte, v any) error { return json.Unmarshal(text, inSeconds(v)) }

// inSeconds returns a pointer to the struct that v points to, as one that has Seconds for durations.
// The methods of the struct are not those of the result.
func inSeconds(v any) any {
	p := reflect.ValueOf(v)
	fields := reflect.VisibleFields(p.Type().Elem())
	for i := range fields {
		fields[i].Type = seconds(fields[i].Type)
	}
	return reflect.NewAt(reflect.StructOf(fields), p.UnsafePointer()).Interface()
}

// seconds returns Seconds for a duration, the same for pointers and arrays, and other types as they are.
func seconds(t reflect.Type) reflect.Type {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return reflect.TypeFor[Seconds]()
	case t.Kind() == reflect.Array:
		return reflect.ArrayOf(t.Len(), seconds(t.Elem()))
	case t == reflect.TypeFor[*time.Duration]():
		return reflect.TypeFor[*Seconds]()
	}
	return t
}
