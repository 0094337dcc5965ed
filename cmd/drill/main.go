// Command drill rehearses what operators rely on, with real processes on this machine:
//
//	drill upgrade -old FILE -new FILE [-requests 100000] [-rendering FILE]
//	        upgrades two servers behind a balancer, one after the other, while people read,
//	        write and watch; fails when one request fails, one act is lost or done twice,
//	        or one who watches hears nothing any more
//
// It takes probes and times from the chart as it is rendered (deploy/helm/rendered), and does what
// Kubernetes does with them: it is the Deployment's controller, the Service and the ingress.
// Everything it starts ends with it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "drill:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) == 0 || args[0] != "upgrade" {
		return errors.New("usage: drill upgrade -old FILE -new FILE")
	}
	return upgradeCommand(ctx, args[1:], stdout)
}
