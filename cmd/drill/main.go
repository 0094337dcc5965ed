// Command drill rehearses what operators rely on, with real processes on this machine:
//
//	drill upgrade -old FILE -new FILE [-requests 100000] [-rendering FILE]
//	        upgrades two servers behind a balancer, one after the other, while people read,
//	        write and watch; fails when one request fails, one act is lost or done twice,
//	        or one who watches hears nothing any more. Then the database refuses both servers; fails
//	        when a page is not there from memory, or an operation not refused with Retry-After
//	drill image -image FILE
//	        unpacks an image and runs its program on nothing but it, as a container does: as the user 65532, who may
//	        write nothing; migrates a database, serves, and has a tournament played. Needs root
//	drill restore -program FILE [-acts 1200] [-after 75s] [-postgres 15]
//	        backs a database up, has an hour's acts done and a bad one, loses the disk, and restores
//	        to the end of what was archived and to the second before the bad act; fails when more
//	        than a minute of acts is lost, or when one table, log, sealed text or file is not as it
//	        was. Needs Debian's pgbackrest and PostgreSQL with its client
//	drill faults -program FILE -toxiproxy FILE [-only names] [-kills 12] [-trials 1000]
//	        kills processes, fills and slows disks, spoils lines to database, mail server and bucket,
//	        and lets two servers race, while people enter players; prints a line for each fault and
//	        fails when an act is lost or done twice, a log has a gap, or an answer is not one of those
//	        that were promised. Disks need root and Debian's strace
//	drill ha -program FILE -toxiproxy FILE [-times 20]
//	        has three nodes of PostgreSQL, led by Patroni with etcd, and kills, cuts off and pauses whichever
//	        leads, while people enter players at two servers; fails when an act is lost or done twice, an
//	        answer is not one of those that were promised, or nobody leads for more than 15 seconds. Needs
//	        Debian's patroni, etcd-server and postgresql-15
//
// The upgrade takes probes and times from the chart as it is rendered (deploy/helm/rendered), and does what
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
	switch {
	case len(args) > 0 && args[0] == "upgrade":
		return upgradeCommand(ctx, args[1:], stdout)
	case len(args) > 0 && args[0] == "image":
		return imageCommand(ctx, args[1:], stdout)
	case len(args) > 0 && args[0] == "restore":
		return restoreCommand(ctx, args[1:], stdout)
	case len(args) > 0 && args[0] == "faults":
		return faultsCommand(ctx, args[1:], stdout)
	case len(args) > 0 && args[0] == "ha":
		return haCommand(ctx, args[1:], stdout)
	}
	return errors.New("usage: drill upgrade -old FILE -new FILE | drill image -image FILE | drill restore -program FILE | drill faults -program FILE -toxiproxy FILE | drill ha -program FILE -toxiproxy FILE")
}
