// Command drill rehearses the procedures and failures that operators must rely on, with real processes on this machine:
//
//	drill upgrade -old FILE -new FILE [-requests 100000] [-rendering FILE]
//	        upgrades two servers behind a balancer, one after the other, while people read,
//	        write and watch; fails when a request fails, an act is lost or done twice,
//	        or a watcher gets no more news. Then the database refuses both servers; fails
//	        when a page is not served from memory, or an operation is not refused with Retry-After
//	drill image -image FILE
//	        unpacks an image and runs its program with only the image's files, as a container does: as the user
//	        65532, who may write nothing; migrates a database, serves, and plays a tournament. Needs root
//	drill restore -program FILE [-acts 1200] [-after 75s] [-size 1GB] [-postgres 15]
//	        backs a database up, does an hour's acts and a bad one, loses the disk, and restores
//	        to the end of the archive and to the second before the bad act; fails when more
//	        than a minute of acts is lost, when a table, log, sealed text or file differs
//	        from before, or when a database of -size takes more than five minutes for each GB. Needs Debian's pgbackrest and PostgreSQL with its client
//	drill faults -program FILE -toxiproxy FILE [-only names] [-kills 12] [-trials 1000]
//	        kills processes, fills and slows disks, disturbs the lines to database, mail server and
//	        bucket, and lets two servers race, while people enter players; prints a line for each fault
//	        and fails when an act is lost or done twice, a log has a gap, or an answer is not one of the
//	        promised ones. Disks need root and Debian's strace
//	drill ha -program FILE -toxiproxy FILE [-times 20]
//	        runs three nodes of PostgreSQL under Patroni with etcd, and kills, cuts off and pauses the
//	        leader, while people enter players at two servers; fails when an act is lost or done twice, an
//	        answer is not one of the promised ones, or there is no leader for more than 15 seconds. Needs
//	        Debian's patroni, etcd-server and postgresql-15
//
// The upgrade takes probes and times from the rendered chart (deploy/helm/rendered) and plays the part of
// Kubernetes with them: of the Deployment's controller, the Service and the ingress.
// All processes that it starts end with it.
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
	case len(args) > 0 && args[0] == "loud": // by a fault of faults
		return loudCommand(ctx, args[1:], stdout)
	case len(args) > 0 && args[0] == "ha":
		return haCommand(ctx, args[1:], stdout)
	}
	return errors.New("usage: drill upgrade -old FILE -new FILE | drill image -image FILE | drill restore -program FILE | drill faults -program FILE -toxiproxy FILE | drill ha -program FILE -toxiproxy FILE")
}
