// Api is the league platform in one program:
//
//	api serve      serve the API and the public pages
//	api migrate    bring the database to the newest schema, as the owner role
//	api demo       load the demo federation through the API of a running server
//	api config     print every setting with its default and meaning
//	api make-keys FOLDER
//	               make the files of keys that a server with DATABASE_URL needs
//	api adopt-keys make the configured keys the installation's, in place of any earlier ones
//	api reseal [-count] [-every-file]
//	               encrypt all data that is under another sealing key with the first one, while servers
//	               run, and print how much is under each key: ends with 0 when the other keys may be removed
//	api erasures   list which records were erased and which accounts deleted
//	api erase-again FILE
//	               repeat the erasures of such a list, after a copy of the database was restored
//	api count-rows print the number of rows of every table, by tenant, to store with a dump
//	api check-dump COUNTS FILE
//	               compare the text of a dump (- is the standard input) with such counts: fails
//	               where rows are missing
//	api after-restore COUNTS
//	               before servers start on a restored database: postpone the removal of files that
//	               no row names, and check rows, logs, bank data and files
//	api check-audit [HEADS]
//	               check that no row of an audit was changed, removed or inserted since it was sealed,
//	               compare with heads that were kept, and print the current heads
//	api keep-lists [anew]
//	               keep counts, erasures and heads at LISTS_URL for the day of a restore, and compare the
//	               audits with the heads kept last (anew: with none, the first time after a restore)
//	api export-tenant SLUG FILE
//	               write all data of a federation or club into an archive
//	api check-export FILE
//	               compare such an archive with its manifest
//	api restore-tenant [-slug NAME] FILE
//	               load such an archive into this installation, which must not have the tenant;
//	               -slug gives it another short name, where its own is another tenant's
//	api verify-draw FILE
//	               check the document of a draw (- is the standard input): ends with
//	               0 if it is right, 1 if it is not, 2 if it cannot be read
//	api operator add MAIL | remove MAIL | list
//	               set the operators of the platform at /admin: accounts with these confirmed addresses
//	api security-log
//	               print refusals with account and address, the latest first, as JSON lines
//	               (-since 24h, -account ID, -address ADDRESS, -limit 1000)
//	api trial      play a tournament of eight on a running server, from announcement to standings
//	api version    print the release, its commit and the Go that built it
//
// Settings come from the environment; see [Settings]. Without DATABASE_URL,
// serve runs a PostgreSQL of its own below DATA_DIR, migrates it, loads the demo
// federation into an empty one and prints the address and the sign-ins.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	_ "time/tzdata" // zones, where the machine has none: an image holds nothing but the program

	"github.com/google/uuid"
	_ "golang.org/x/crypto/x509roots/fallback" // certificates of authorities, likewise

	"referto/internal/release"
)

// collectAt is Go's GOGC when the environment does not set it. Nearly all memory that a request
// allocates is garbage when the request ends; collecting it half as often takes some 20 MB more
// and a tenth less processor time.
const collectAt = 200

func main() {
	uuid.EnableRandPool() // ids are many, and no secrets
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "api:", err)
		os.Exit(exitCode(err))
	}
}

// command is one subcommand, which has flags of its own.
type command func(ctx context.Context, s Settings, args []string, stdout, stderr io.Writer) error

var commands = map[string]command{
	"serve": serveCommand, "migrate": migrateCommand, "demo": demoCommand, "config": configCommand, "verify-draw": verifyDrawCommand,
	"make-keys": makeKeysCommand, "adopt-keys": adoptKeysCommand, "reseal": resealCommand, "erasures": erasuresCommand, "erase-again": eraseAgainCommand,
	"count-rows": countRowsCommand, "check-dump": checkDumpCommand, "after-restore": afterRestoreCommand, "check-audit": checkAuditCommand, "keep-lists": keepListsCommand,
	"export-tenant": exportTenantCommand, "check-export": checkExportCommand, "restore-tenant": restoreTenantCommand,
	"operator": operatorCommand, "security-log": securityLogCommand, "trial": trialCommand, "version": versionCommand,
}

// errUsage: the command line is wrong.
var errUsage = errors.New("usage: api serve | migrate | demo | config | make-keys FOLDER | adopt-keys | reseal | erasures | erase-again FILE | count-rows | check-dump COUNTS FILE | after-restore COUNTS | check-audit [HEADS] | keep-lists [anew] | export-tenant SLUG FILE | check-export FILE | restore-tenant [-slug NAME] FILE | operator add MAIL | operator remove MAIL | operator list | security-log | verify-draw FILE | trial | version")

// run runs the program; its environment comes in as arguments.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return errUsage
	}
	c, ok := commands[args[0]]
	if !ok {
		return fmt.Errorf("%q is no command; %w", args[0], errUsage)
	}
	settings, err := readSettings(environ)
	if err != nil {
		return err
	}
	return c(ctx, settings, args[1:], stdout, stderr)
}

// versionCommand prints which release this is.
func versionCommand(_ context.Context, _ Settings, _ []string, stdout, _ io.Writer) error {
	_, err := fmt.Fprintln(stdout, release.Current())
	return err
}
