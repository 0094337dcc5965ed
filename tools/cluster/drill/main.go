// Command drill tries the chart of deploy/helm on a real API server of Kubernetes:
//
//	drill -tools FOLDER -helm FILE -chart deploy/helm
//
// The folder holds the programs cluster, etcd and kwok. They run on loopback, with data in a
// folder that is thrown away: API server, controllers and scheduler are the real ones, nodes and
// what runs on them is pretended by kwok. So the drill shows what the API accepts, what the
// controllers make of it and in which order pods come and go, and nothing of what is in a pod:
// `make drill-upgrade` runs the program itself.
//
// Each example of deploy/helm/values is installed, upgraded, rolled back and uninstalled; the
// namespace enforces the restricted profile. The first thing that is wrong ends the drill.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "drill:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) (err error) {
	flags := flag.NewFlagSet("drill", flag.ContinueOnError)
	tools := flags.String("tools", "", "`folder` of cluster, etcd and kwok")
	helm := flags.String("helm", "", "`file` of Helm")
	chart := flags.String("chart", "", "`folder` of the chart, its examples and renderings")
	definitions := flags.String("gateway", "", "`folder` of the definitions of the Gateway API")
	stages := flags.String("stages", "", "`folder` of kwok's stages")
	if err := flags.Parse(args); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Minute)
	defer cancel()
	folder, err := os.MkdirTemp("", "referto-drill-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	began := time.Now()
	c, err := start(ctx, *tools, folder, *stages)
	defer func() {
		if ended := c.end(); err == nil {
			err = ended
		}
	}()
	if err != nil {
		return err
	}
	c.helm = *helm
	fmt.Printf("the API server is ready after %s\n", time.Since(began).Round(10*time.Millisecond))
	if err := c.prepare(ctx, *definitions); err != nil {
		return err
	}
	examples, err := filepath.Glob(filepath.Join(*chart, "values", "*.yaml"))
	if err != nil || len(examples) == 0 {
		return fmt.Errorf("no examples in %s: %w", *chart, err)
	}
	for _, values := range examples {
		if err := c.try(ctx, *chart, values); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(values), err)
		}
	}
	fmt.Printf("%d examples were installed, upgraded, rolled back and uninstalled in %s\n", len(examples), time.Since(began).Round(time.Second))
	return nil
}
