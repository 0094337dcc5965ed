package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"referto/cmd/bench/internal/usage"
)

// use are shares of the time of all processors.
type use struct{ server, database, driver, idle float64 }

// left is the share that server, database and the driver of the load did not use.
func (u use) left() float64 { return 1 - u.server - u.database - u.driver }

func (u use) String() string {
	return fmt.Sprintf("processors: %.0f %% left, server %.0f %%, database %.0f %%, driver %.0f %%, other processes of the machine %.0f %%",
		100*u.left(), 100*u.server, 100*u.database, 100*u.driver, 100*max(0, u.left()-u.idle))
}

// beginUse starts the stop watches of all that work for the load.
func (b *bench) beginUse() (end func(took time.Duration) (use, error), err error) {
	var ends []func() (time.Duration, error)
	for _, processes := range []interface{ Read(usage.Reading) error }{b.stack.api.process, b.stack.database, usage.Process(os.Getpid())} {
		one, err := begin(processes)
		if err != nil {
			return nil, err
		}
		ends = append(ends, one)
	}
	_, idle, err := usage.Machine()
	return func(took time.Duration) (use, error) {
		shares := make([]float64, len(ends))
		whole := took.Seconds() * float64(runtime.NumCPU())
		for i, end := range ends {
			used, err := end()
			if err != nil {
				return use{}, err
			}
			shares[i] = used.Seconds() / whole
		}
		_, now, err := usage.Machine()
		return use{shares[0], shares[1], shares[2], (now - idle).Seconds() / whole}, err
	}, err
}
