package embedpg

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// home is the folder of one major version within the state: its data, its
// socket, and the account they belong to.
type home struct {
	dir     string
	account account
}

// cluster is a data folder and where its server listens.
type cluster struct {
	data    string
	account account
	host    string // the folder of the socket, or an address
	port    int
	listen  []string // the parameters that make it listen there
	passing string   // a folder outside of the home that goes with the server, or ""
}

// home decides the place of the data of a major version and the account that owns them. Existing data are used at
// their place, by their owner.
func (s *state) home(major int) (home, error) {
	places := s.homes(strconv.Itoa(major))
	for _, dir := range places {
		if hasData(dir) {
			a, err := keeperOf(filepath.Join(dir, "data"))
			if err == nil && !a.reaches(filepath.Dir(dir)) {
				err = fmt.Errorf("user %s cannot reach the data in %s", a.name(), dir)
			}
			return home{dir: dir, account: a}, err
		}
	}
	a, err := unprivileged()
	if err != nil {
		return home{}, err
	}
	for _, dir := range places {
		if a.reaches(filepath.Dir(dir)) {
			return home{dir: dir, account: a}, nil
		}
	}
	return home{}, fmt.Errorf("user %s can reach none of %q", a.name(), places)
}

// prepare makes everything that a server needs to start: the cluster, the place
// to listen, and nothing in the way. A quick cluster is made without waiting
// for the disk.
func (h home) prepare(ctx context.Context, inst installation, quick bool) (cluster, error) {
	if err := h.account.makePrivate(h.dir); err != nil {
		return cluster{}, err
	}
	h.removeHalfMade()
	c := cluster{data: filepath.Join(h.dir, "data"), account: h.account}
	if !hasData(h.dir) {
		if err := h.initdb(ctx, inst, quick); err != nil {
			return cluster{}, err
		}
	}
	if err := c.stopEarlier(ctx, inst); err != nil {
		return cluster{}, err
	}
	return c, c.chooseEndpoint(h)
}

// removeSocket removes files made outside of the home.
func (c cluster) removeSocket() {
	if c.passing != "" {
		_ = os.RemoveAll(c.passing)
	}
}
