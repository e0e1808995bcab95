package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/shakki/chess/uci"
)

func main() {
	var options []string
	variants := flag.String("variants", "standard", "accept these `variants`: standard, chess960, fromPosition")
	speeds := flag.String("speeds", "bullet,blitz,rapid,classical", "accept these `speeds`, also ultraBullet and correspondence")
	least := flag.Int("least", 0, "accept players with at least this `rating`")
	most := flag.Int("most", 4000, "accept players with at most this `rating`")
	games := flag.Int("games", 1, "play at most `N` games at a time")
	flag.Func("option", "an engine option, as `NAME=VALUE`; may be repeated", func(s string) error {
		options = append(options, s)
		return nil
	})
	flag.Parse()
	if flag.NArg() == 0 || os.Getenv("LICHESS_TOKEN") == "" {
		fmt.Fprintln(os.Stderr, "usage: LICHESS_TOKEN=... lichess [flags] ENGINE [ARGUMENTS]")
		flag.PrintDefaults()
		os.Exit(2)
	}
	b := &bot{
		client: client{"https://lichess.org", os.Getenv("LICHESS_TOKEN"), time.Second},
		policy: policy{strings.Split(*variants, ","), strings.Split(*speeds, ","), *least, *most, *games},
		start:  func(ctx context.Context) (*uci.Engine, error) { return startEngine(ctx, flag.Args(), options) },
	}
	engine, err := b.start(context.Background()) // so that a misspelled engine is told before the first game
	if err != nil {
		log.Fatal(err)
	}
	engine.Close()
	accepting, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(accepting, stop) // a second interrupt ends the program
	if err := b.run(accepting, context.Background()); err != nil {
		log.Fatal(err)
	}
}

// startEngine starts an engine and sets its options.
func startEngine(ctx context.Context, command, options []string) (*uci.Engine, error) {
	engine, err := uci.Start(ctx, command[0], command[1:]...)
	if err != nil {
		return nil, err
	}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		if err := engine.SetOption(name, value); err != nil {
			engine.Close()
			return nil, err
		}
	}
	return engine, nil
}
