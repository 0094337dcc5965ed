package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
)

// source is the commit that an image is made of.
type source struct {
	Version string // the tag, or v0.0.0-TIME-COMMIT between tags; with -dirty where files have changed since
	Commit  string
	Time    time.Time // of the commit
	Dirty   bool
}

// describe asks git about the clone.
func describe(ctx context.Context, root string) (source, error) {
	git := func(args ...string) (string, error) {
		command := exec.CommandContext(ctx, "git", args...)
		command.Dir, command.Stderr = root, os.Stderr
		out, err := command.Output()
		if err != nil {
			return "", fmt.Errorf("git %s: %w", args[0], err)
		}
		return strings.TrimSpace(string(out)), nil
	}
	commit, err := git("rev-parse", "HEAD")
	if err != nil {
		return source{}, err
	}
	when, err := git("show", "--no-patch", "--format=%cI", "HEAD")
	if err != nil {
		return source{}, err
	}
	at, err := time.Parse(time.RFC3339, when)
	if err != nil {
		return source{}, fmt.Errorf("time of the commit: %w", err)
	}
	tag, err := git("tag", "--points-at", "HEAD", "--list", "v*", "--sort=-version:refname")
	if err != nil {
		return source{}, err
	}
	changed, err := git("status", "--porcelain")
	if err != nil {
		return source{}, err
	}
	return version(commit, at, tag, changed != ""), nil
}

// version names a commit: by its first tag, or as Go names one between tags.
func version(commit string, at time.Time, tags string, dirty bool) source {
	tag, _, _ := strings.Cut(tags, "\n")
	if tag == "" {
		tag = fmt.Sprintf("v0.0.0-%s-%.12s", at.UTC().Format("20060102150405"), commit)
	}
	if dirty {
		tag += "-dirty"
	}
	return source{Version: tag, Commit: commit, Time: at.UTC(), Dirty: dirty}
}

// program is the built program of one platform.
type program struct {
	v1.Platform
	Path string
}

// build compiles the program, linked statically and without the names of folders.
func build(ctx context.Context, root, to, platform string, s source) (program, error) {
	parsed, err := v1.ParsePlatform(platform)
	if err != nil {
		return program{}, err
	}
	out, err := filepath.Abs(filepath.Join(to, "api-"+parsed.OS+"-"+parsed.Architecture))
	if err != nil {
		return program{}, err
	}
	const release = "referto/internal/release"
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags", fmt.Sprintf("-s -w -X %s.version=%s -X %s.commit=%s", release, s.Version, release, s.Commit), "-o", out, "./cmd/api")
	command.Dir, command.Stdout, command.Stderr = root, os.Stderr, os.Stderr
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+parsed.OS, "GOARCH="+parsed.Architecture)
	if err := command.Run(); err != nil {
		return program{}, fmt.Errorf("build for %s: %w", platform, err)
	}
	return program{*parsed, out}, nil
}
