package main

import "errors"

// openTablebase opens the endgame tables in a list of folders. It returns nil if the list is empty.
func openTablebase(folders string) (tablebase, error) {
	if folders == "" {
		return nil, nil
	}
	return nil, errors.New("endgame tables cannot be read yet")
}
