// Command pocketbase serves a ranking by PocketBase, a peer that goal P19 of the benchmark
// compares the product with. It is a module of its own: nothing of PocketBase is built into the
// product.
//
// The rows of the ranking are lines of a file, each with the position, the id of the player, the
// name and the figures, separated by tabs. The collection is public and has an index on tenant
// and position, the fastest that its rules allow. The program prints its address as a line of
// JSON and serves until its standard input ends or it is asked to stop.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

func main() {
	folder := flag.String("folder", "", "folder for its data")
	rows := flag.String("rows", "", "file with the rows")
	tenant := flag.String("tenant", "", "tenant of the rows")
	flag.Parse()
	if err := run(*folder, *rows, *tenant); err != nil {
		fmt.Fprintln(os.Stderr, "pocketbase:", err)
		os.Exit(1)
	}
}

func run(folder, rows, tenant string) error {
	app := pocketbase.NewWithConfig(pocketbase.Config{DefaultDataDir: folder, HideStartBanner: true})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	if err := addCollection(app); err != nil {
		return err
	}
	if err := fill(app, rows, tenant); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Listener = listener
		return e.Next()
	})
	ended := make(chan error, 2)
	go func() { ended <- apis.Serve(app, apis.ServeConfig{HttpAddr: listener.Addr().String()}) }()
	go func() {
		_, err := io.Copy(io.Discard, os.Stdin)
		ended <- err
	}()
	stop, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	if err := json.NewEncoder(os.Stdout).Encode(map[string]string{"address": listener.Addr().String()}); err != nil {
		return err
	}
	select {
	case err = <-ended:
	case <-stop.Done():
	}
	return err
}

func addCollection(app core.App) error {
	ranking := core.NewBaseCollection("ranking")
	ranking.ListRule = types.Pointer("")
	ranking.Fields.Add(
		&core.TextField{Name: "tenant"}, &core.NumberField{Name: "position"}, &core.TextField{Name: "player"},
		&core.TextField{Name: "name"}, &core.TextField{Name: "figures"},
	)
	ranking.AddIndex("ranking_by_position", false, "tenant, position", "")
	return app.Save(ranking)
}

// batch is the number of rows of a statement.
const batch = 500

func fill(app core.App, rows, tenant string) error {
	file, err := os.Open(rows)
	if err != nil {
		return err
	}
	defer file.Close()
	return app.RunInTransaction(func(tx core.App) error {
		lines := bufio.NewScanner(file)
		var values []string
		params, n := dbx.Params{"tenant": tenant}, 0
		flush := func() error {
			if len(values) == 0 {
				return nil
			}
			_, err := tx.DB().NewQuery("insert into ranking (id, tenant, position, player, name, figures) values " + strings.Join(values, ", ")).Bind(params).Execute()
			values, params = nil, dbx.Params{"tenant": tenant}
			return err
		}
		for lines.Scan() {
			columns := strings.Split(lines.Text(), "\t")
			if len(columns) != 4 {
				return fmt.Errorf("line %d has %d columns", n+1, len(columns))
			}
			n++
			at := len(values)
			values = append(values, fmt.Sprintf("({:id%d}, {:tenant}, {:position%d}, {:player%d}, {:name%d}, {:figures%d})", at, at, at, at, at))
			for name, value := range map[string]any{"id": fmt.Sprintf("r%014d", n), "position": n, "player": columns[1], "name": columns[2], "figures": columns[3]} {
				params[fmt.Sprintf("%s%d", name, at)] = value
			}
			if len(values) == batch {
				if err := flush(); err != nil {
					return err
				}
			}
		}
		if err := lines.Err(); err != nil {
			return err
		}
		return flush()
	})
}
