package main

import "testing"

// Other work of the machine is no work of the load, and no room either.
func TestWhatIsLeftOfTheProcessors(t *testing.T) {
	t.Parallel()
	u := use{server: 0.2, database: 0.15, driver: 0.05, idle: 0.5}
	if got, want := u.String(), "processors: 60 % left, server 20 %, database 15 %, driver 5 %, other processes of the machine 10 %"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
