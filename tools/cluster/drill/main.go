// Command drill tries the chart of deploy/helm on a real API server of Kubernetes:
//
//	drill -tools FOLDER -helm FILE -chart deploy/helm
//
// The folder holds the programs cluster, etcd and kwok. They run on loopback, with data in a temporary folder: API
// server, controllers and scheduler are the real ones, nodes and pods are simulated by kwok. So the drill shows which
// objects the API accepts, how the controllers react and in which order pods come and go, but nothing inside a pod:
// `make drill-upgrade` runs the program itself.
//
// Each example of deploy/helm/values is installed, tested, upgraded, rolled back and uninstalled, and the Job of its
// lists is run; the namespace enforces the restricted profile. The first fault ends the drill.
//
// With -hold it tries nothing: it keeps an empty cluster up until it is interrupted, for trying the pages of
// docs/operate by hand, and prints how to reach it.
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
	hold := flags.Bool("hold", false, "keep an empty cluster up until interrupted, and try no example")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if !*hold {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, 15*time.Minute)
		defer cancel()
	}
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
	if err := c.furnish(ctx, *definitions); err != nil {
		return err
	}
	if *hold {
		return c.hold(ctx)
	}
	if err := c.prepare(ctx); err != nil {
		return err
	}
	return c.tryAll(ctx, *chart, began)
}

// hold prints how kubectl and helm reach the cluster, and waits for an interrupt.
func (c *cluster) hold(ctx context.Context) error {
	bin := filepath.Join(c.folder, "bin")
	if err := os.Mkdir(bin, 0o700); err != nil {
		return err
	}
	for name, program := range map[string]string{"kubectl": fmt.Sprintf("%q kubectl", filepath.Join(c.tools, "cluster")), "helm": fmt.Sprintf("%q", c.helm)} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\nexec "+program+` "$@"`+"\n"), 0o700); err != nil {
			return err
		}
	}
	fmt.Printf("until you interrupt it, the cluster is reached after\n\n    export KUBECONFIG=%s PATH=%s:$PATH\n\n", c.kubeconfig, bin)
	<-ctx.Done()
	return nil
}

// tryAll tries all examples of the chart, one after the other.
func (c *cluster) tryAll(ctx context.Context, chart string, began time.Time) error {
	examples, err := filepath.Glob(filepath.Join(chart, "values", "*.yaml"))
	if err != nil || len(examples) == 0 {
		return fmt.Errorf("no examples in %s: %w", chart, err)
	}
	for _, values := range examples {
		if err := c.try(ctx, chart, values); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(values), err)
		}
	}
	fmt.Printf("%d examples were installed, tested, upgraded, rolled back and uninstalled in %s\n", len(examples), time.Since(began).Round(time.Second))
	return nil
}
