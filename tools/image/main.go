// Command image makes the images that operators run, from a clone and nothing else:
//
//	image [-platforms linux/amd64,linux/arm64] [-to bin/image]
//
// It builds the program for each platform and writes below the folder
//
//	referto-VERSION.tar            an OCI image of all platforms, for `skopeo copy
//	                               oci-archive:…`, `podman load`, `ctr image import`
//	referto-VERSION-OS-ARCH.cdx.json
//	                               the parts of the program, as CycloneDX
//
// and prints the digest. An image holds one file: the program, linked statically, with zones, certificates of
// authorities, pages and console in it. It runs as a user without a name, and there is no shell. The same commit
// gives the same bytes on every machine with the same Go: no clock, folder or machine property goes in.
//
// It lives in a module of its own, so that the libraries for images are no dependency of the program.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("image", flag.ContinueOnError)
	list := flags.String("platforms", "linux/amd64,linux/arm64", "`platforms` of the image")
	root := flags.String("root", "../..", "`folder` of the clone")
	to := flags.String("to", "../../bin/image", "`folder` that is written to")
	if err := flags.Parse(args); err != nil {
		return err
	}
	source, err := describe(ctx, *root)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(*to, 0o755); err != nil {
		return err
	}
	packages, err := scripts(*root)
	if err != nil {
		return err
	}
	var programs []program
	for _, name := range strings.Split(*list, ",") {
		p, err := build(ctx, *root, *to, name, source)
		if err != nil {
			return err
		}
		programs = append(programs, p)
		if err := writeParts(p, source, packages, filepath.Join(*to, fmt.Sprintf("referto-%s-%s-%s.cdx.json", source.Version, p.OS, p.Architecture))); err != nil {
			return err
		}
	}
	index, err := assemble(source, programs)
	if err != nil {
		return err
	}
	archive := filepath.Join(*to, "referto-"+source.Version+".tar")
	if err := writeArchive(archive, source.Version, index); err != nil {
		return err
	}
	digest, err := index.Digest()
	if err != nil {
		return err
	}
	if source.Dirty {
		fmt.Fprintf(os.Stderr, "image: not to be published: files have changed since %.12s\n", source.Commit)
	}
	_, err = fmt.Fprintf(stdout, "%s\n%s\n", archive, digest)
	return err
}
