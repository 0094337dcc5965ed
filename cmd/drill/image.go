package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"referto/internal/apiclient"
	"referto/internal/embedpg"
	"referto/internal/media/blob/blobtest"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// errImageNeedsRoot is the reason why an image cannot be tried.
var errImageNeedsRoot = errors.New("image: only root may run a program in another root folder, as another user")

// imageCommand runs the program of an image as a container does, on nothing but the image.
func imageCommand(ctx context.Context, args []string, stdout io.Writer) (err error) {
	flags := flag.NewFlagSet("image", flag.ContinueOnError)
	file := flags.String("image", "", "`file` of the image, in the layout of the OCI")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *file == "" {
		return errors.New("image: want -image")
	}
	if os.Getuid() != 0 {
		return errImageNeedsRoot
	}
	folder, err := os.MkdirTemp("", "referto-image-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c := &contained{folder: folder, out: stdout}
	return errors.Join(c.run(ctx, *file), c.end())
}

// contained is a container without its engine: the files of an image as the root folder of processes of the user
// 65532, who cannot write anything in it.
type contained struct {
	folder   string
	out      io.Writer
	postgres *embedpg.Server
	database string // its address, by TCP
	bucket   *httptest.Server
	letters  *letterbox
}

func (c *contained) at(name string) string { return filepath.Join(c.folder, name) }

// end stops everything that run has started beside the program.
func (c *contained) end() error {
	if c.bucket != nil {
		c.bucket.Close()
	}
	if c.postgres == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return c.postgres.Stop(ctx)
}

func (c *contained) run(ctx context.Context, file string) error {
	if err := c.prepare(ctx, file); err != nil {
		return err
	}
	before, err := c.files()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "the image has %s\n", strings.Join(before, ", "))
	for _, args := range [][]string{{"version"}, {"migrate"}} {
		said, err := c.call(ctx, args...)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "api %s: %s\n", args[0], strings.ReplaceAll(said, "\n", "; "))
	}
	if err := c.account(ctx); err != nil {
		return err
	}
	server, err := serve(ctx, c.at("contained"), c.environ("SMTP_URL=smtp+plain://"+c.letters.address), c.at("server.log"), "-embedded=false")
	if err != nil {
		return err
	}
	defer server.kill()
	fmt.Fprintln(c.out, "api serve: ready")
	said, err := c.call(ctx, "trial", "-server", server.address)
	if err != nil {
		return err
	}
	lines := strings.Split(said, "\n")
	fmt.Fprintf(c.out, "api trial: %s\n", lines[len(lines)-1])
	if err := server.process.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	<-server.ended
	if state := server.process.ProcessState; !state.Success() {
		return fmt.Errorf("the server ends with %s", state)
	}
	after, err := c.files()
	if err == nil && strings.Join(after, ", ") != strings.Join(before, ", ") {
		err = fmt.Errorf("there were %q, there are %q", before, after)
	}
	fmt.Fprintln(c.out, "api serve: has ended in order; nothing was written")
	return err
}

// prepare unpacks the image and makes the surroundings of an installation: keys, a database, a mail server and a
// bucket.
func (c *contained) prepare(ctx context.Context, file string) (err error) {
	if err := os.Chmod(c.folder, 0o755); err != nil { // the user of the image has to pass
		return err
	}
	if err := unpack(file, c.at("root")); err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, c.at("root/api"), "make-keys", c.at("root/keys")).CombinedOutput(); err != nil {
		return fmt.Errorf("make-keys: %w: %s", err, out)
	}
	if err := filepath.WalkDir(c.at("root/keys"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return errors.Join(err, os.Chmod(path, 0o755))
		}
		return os.Chmod(path, 0o444) //nolint:gosec // throw-away keys, which another user reads as it reads a mounted secret
	}); err != nil {
		return err
	}
	script := fmt.Sprintf("#!/bin/sh\nexec chroot --userspec=65532:65532 --groups= %q /api \"$@\"\n", c.at("root"))
	if err := os.WriteFile(c.at("contained"), []byte(script), 0o700); err != nil { //nolint:gosec // a program
		return err
	}
	if c.postgres, err = embedpg.Start(ctx, embedpg.Options{}); err != nil {
		return err
	}
	if err := tenantdb.Prepare(ctx, c.postgres.DSN("postgres", "postgres"), databaseName); err != nil {
		return err
	}
	host, port, err := socket(c.postgres.DSN(databaseName, tenantdb.ApplicationRole))
	if err != nil {
		return err
	}
	if c.database, err = relay(ctx, func() (string, string) { return "unix", host + "/.s.PGSQL." + port }); err != nil {
		return err
	}
	c.bucket = httptest.NewServer(blobtest.NewBucket(bucketName, bucketKey, time.Now))
	c.letters, err = startLetterbox(ctx)
	return err
}

// environ returns the settings of the program in the container: those of the image, and the addresses of its
// surroundings.
func (c *contained) environ(more ...string) []string {
	host, port, _ := net.SplitHostPort(c.database)
	of := func(role string) string {
		return fmt.Sprintf("host=%s port=%s dbname=%s user=%s sslmode=disable", host, port, databaseName, role)
	}
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "LISTEN=127.0.0.1:0", "METRICS_LISTEN=127.0.0.1:0", "DATA_DIR=/data", "LOG_LEVEL=warn", "PUBLIC_URL=http://referto.example",
		"DATABASE_URL=" + of(tenantdb.ApplicationRole), "MIGRATE_DATABASE_URL=" + of(tenantdb.OwnerRole),
		"FILES_URL=s3+plain://" + bucketKey + ":secret@" + c.bucket.Listener.Addr().String() + "/" + bucketName,
		"SIGNING_KEYS=/keys/signing.pem", "SECRET_FILE=/keys/secret", "SEALING_KEYS=/keys/sealing", "TRIAL_EMAIL=" + email, "TRIAL_PASSWORD=" + password,
	}, more...)
}

// call runs a command of the program in the container that ends by itself.
func (c *contained) call(ctx context.Context, args ...string) (string, error) {
	command := exec.CommandContext(ctx, c.at("contained"), args...)
	command.Env = c.environ()
	endWithParent(command)
	out, err := command.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("api %s: %w: %s", args[0], err, out)
	}
	return string(bytes.TrimSpace(out)), nil
}

// account makes the account of the trial, with a server outside of the container which puts its letters into a
// folder.
func (c *contained) account(ctx context.Context) error {
	outside := c.environ("DATA_DIR="+c.folder, "SMTP_URL=", "SIGNING_KEYS="+c.at("root/keys/signing.pem"), "SECRET_FILE="+c.at("root/keys/secret"), "SEALING_KEYS="+c.at("root/keys/sealing"))
	server, err := serve(ctx, c.at("root/api"), outside, c.at("server.log"))
	if err != nil {
		return err
	}
	defer server.kill()
	_, err = apiclient.Mailbox(c.at("mail")).SignUp(ctx, apiclient.New(server.address), openapi.NewAccount{Email: email, Name: "Olga", Password: password, Language: "en"})
	return err
}

// files lists the files of the container except its keys. Each belongs to root, and no other user may write it.
func (c *contained) files() (out []string, err error) {
	root := c.at("root")
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		owner, _, err := keeper(path)
		if err != nil || owner != 0 || info.Mode().Perm()&0o022 != 0 {
			return errors.Join(fmt.Errorf("%s may be written: %s of %d", path, info.Mode(), owner), err)
		}
		if name, _ := filepath.Rel(root, path); !entry.IsDir() && !strings.HasPrefix(name, "keys/") {
			out = append(out, "/"+name)
		}
		return nil
	})
	return out, err
}

// unpack puts the files of an image for this machine into a folder.
func unpack(file, folder string) error {
	packed, err := os.Open(file)
	if err != nil {
		return err
	}
	defer packed.Close()
	blobs := map[string][]byte{}
	for r := tar.NewReader(packed); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if blobs[header.Name], err = io.ReadAll(r); err != nil {
			return err
		}
	}
	layers, err := layersIn(blobs, "index.json")
	if err != nil {
		return err
	}
	if err := os.Mkdir(folder, 0o755); err != nil { //nolint:gosec // another user has to pass
		return err
	}
	for _, layer := range layers {
		for r := tar.NewReader(bytes.NewReader(layer)); ; {
			header, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return err
			}
			if header.Typeflag != tar.TypeReg || !filepath.IsLocal(header.Name) || strings.Contains(header.Name, "/") {
				return fmt.Errorf("the image has %s, which is more than a program", header.Name)
			}
			content, err := io.ReadAll(r)
			if err != nil {
				return err
			}
			path := filepath.Join(folder, header.Name)
			if err := errors.Join(os.WriteFile(path, content, 0o600), os.Chmod(path, header.FileInfo().Mode().Perm())); err != nil {
				return err
			}
		}
	}
	return nil
}

// layersIn finds the layers of the image for this machine in a part of the layout of the OCI.
func layersIn(blobs map[string][]byte, name string) (layers [][]byte, err error) {
	type part struct {
		MediaType string
		Digest    string
		Platform  struct{ Architecture, OS string }
	}
	var document struct {
		Manifests, Layers []part
	}
	if err := json.Unmarshal(blobs[name], &document); err != nil {
		return nil, fmt.Errorf("%s of the image: %w", name, err)
	}
	at := func(p part) string { return "blobs/" + strings.Replace(p.Digest, ":", "/", 1) }
	for _, p := range document.Manifests {
		if p.Platform.OS == "" || p.Platform.OS == runtime.GOOS && p.Platform.Architecture == runtime.GOARCH {
			return layersIn(blobs, at(p))
		}
	}
	for _, p := range document.Layers {
		packed, err := gzip.NewReader(bytes.NewReader(blobs[at(p)]))
		if err != nil {
			return nil, fmt.Errorf("a layer of the kind %s: %w", p.MediaType, err)
		}
		layer, err := io.ReadAll(packed)
		if err != nil {
			return nil, err
		}
		layers = append(layers, layer)
	}
	if len(layers) == 0 {
		return nil, fmt.Errorf("the image has nothing for %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	return layers, nil
}
