package registrydb_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

func TestMain(m *testing.M) { os.Exit(tenantdbtest.Run(m)) }

var noon = time.Date(2009, 2, 8, 12, 0, 0, 0, time.UTC)

func TestFinder(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	now := noon
	finder := registrydb.NewFinder(db, func() time.Time { return now })
	find := func(name string) tenant.Tenant {
		t.Helper()
		found, err := finder.Find(t.Context(), name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return found
	}
	if _, err := finder.Find(t.Context(), "fic"); !errors.Is(err, tenant.ErrNotFound) {
		t.Fatalf("before it is founded: %v", err)
	}
	founded := tenant.Tenant{
		ID: uuid.Must(uuid.NewV7()), Slug: "fic", Name: "Federazione", Kind: tenant.Federation, Languages: []string{"it"}, CreatedAt: noon,
	}
	global := func(fn func(tx tenantdb.GlobalTx) error) {
		t.Helper()
		if err := tenantdb.Global(t.Context(), db, nil, fn); err != nil {
			t.Fatal(err)
		}
	}
	global(func(tx tenantdb.GlobalTx) error { return registrydb.AddTenant(tx, founded) })
	t.Run("that there was none is not remembered", func(t *testing.T) {
		if got := find("fic"); got.ID != founded.ID || got.Languages[0] != "it" || got.Version != 1 {
			t.Errorf("found %+v", got)
		}
	})
	global(func(tx tenantdb.GlobalTx) error {
		in, err := tx.As(founded.ID)
		if err != nil {
			return err
		}
		return registrydb.ChangeTenant(in, "Federazione Italiana", []string{"it", "en"})
	})
	t.Run("by slug and by id from memory for a minute", func(t *testing.T) {
		now = now.Add(time.Minute - 1)
		for _, name := range []string{"fic", founded.ID.String()} {
			if got := find(name).Name; got != "Federazione" {
				t.Errorf("%s is %q: not from memory", name, got)
			}
		}
		now = now.Add(1)
		for _, name := range []string{"fic", founded.ID.String()} {
			if got := find(name).Name; got != "Federazione Italiana" {
				t.Errorf("%s is %q after a minute", name, got)
			}
		}
	})
	t.Run("a change is known at once where it was made", func(t *testing.T) {
		changed := founded
		changed.Name = "Federazione Catanisti"
		finder.Changed(changed)
		if got := find("fic").Name; got != "Federazione Catanisti" {
			t.Errorf("it is %q", got)
		}
	})
	t.Run("a slug is found once", func(t *testing.T) {
		again := founded
		again.ID = uuid.Must(uuid.NewV7())
		err := tenantdb.Global(t.Context(), db, nil, func(tx tenantdb.GlobalTx) error { return registrydb.AddTenant(tx, again) })
		if !errors.Is(err, registrydb.ErrSlugTaken) {
			t.Errorf("got %v", err)
		}
	})
}

func TestCanonicalID(t *testing.T) {
	t.Parallel()
	const id = "01a1f7fd-da1b-705d-b745-8238a6605337"
	for text, want := range map[string]bool{
		id: true, "01A1F7FD-DA1B-705D-B745-8238A6605337": false, "01a1f7fdda1b705db7458238a6605337": false,
		"{" + id + "}": false, "urn:uuid:" + id: false, "": false, "fic": false, id + "0": false,
	} {
		if _, ok := registrydb.CanonicalID(text); ok != want {
			t.Errorf("%q: %t", text, ok)
		}
	}
}
