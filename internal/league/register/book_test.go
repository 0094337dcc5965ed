package register_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/season"
)

// championship is a season by CN09 in January 2010. Aosta has three finalists (1.7.3),
// Piemonte one (1.7.1) and the winner of a Grande Torneo, who goes straight to the national
// final like the winner of an open tournament.
const championship = `
	regions aosta piemonte
	champion rex
	a1 stage aosta 2009-03-01 12: anna ida
	a2 stage aosta 2009-03-08 12: bea lea
	a3 stage aosta 2009-03-15 12: cleo mara
	gt stage piemonte 2009-04-05 28: carlo dora eva
	g1 open 2009-05-03 16: elio fanny
	fin regional aosta 2010-01-31
	nat national 2010-03-14`

// cn09 reads [championship] followed by more events.
func cn09(t *testing.T, more string) *registertest.Book {
	t.Helper()
	return registertest.Read(t, registertest.CN09, championship+"\n"+more)
}

// is compares a result with the one that the regulation requires.
func is(t *testing.T, name, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", name, got, want)
	}
}

// proposed writes the proposals, "convoke anna (CN09 1.7)".
func proposed(b *registertest.Book, list []register.Proposal) string {
	var out []string
	for _, p := range list {
		who := b.Name(p.Player.UUID)
		if p.Place == "" && p.Kind != register.ToCorrectFinal {
			who = b.Name(p.Region.UUID)
		}
		out = append(out, string(p.Kind)+" "+who+" ("+p.Cite()+")")
	}
	return strings.Join(out, ", ")
}

// regions writes how the final of a region is played and who comes, "final 3 (CN09 1.7.3) anna bea
// cleo".
func regions(b *registertest.Book, s *register.Season, region string) string {
	r, _ := s.Region(b.Region(region))
	out := string(r.Format.Kind) + " (" + r.Format.Cite() + ")"
	if r.Host != r.Region {
		out += " with " + b.Name(r.Host.UUID)
	}
	for _, id := range r.Finalists {
		p, _ := s.Place(id)
		out += " " + b.Name(p.Holder.UUID)
		if p.Origin.Kind != season.FromEvent {
			out += "+"
		}
	}
	return out
}

// changes writes the differences between two seasons: "place-holder elio → fanny held>held (CN09
// 1.9)".
func changes(b *registertest.Book, before, after *register.Season) string {
	var out []string
	for _, c := range season.Difference(before.State, after.State) {
		line := string(c.Kind)
		switch of := b.Name(c.Event.UUID); {
		case c.Place != "" && c.Kind == season.PlaceHolder:
			line += " " + b.Name(c.Replaced.UUID) + " → " + b.Name(c.Player.UUID)
		case c.Player != register.NoPlayer:
			line += " " + b.Name(c.Player.UUID)
		case c.Demand != "":
			line += " " + string(c.Demand)
		case c.Region != league.RegionID{}:
			line += " " + b.Name(c.Region.UUID)
		case of != "" && of != "-": // a supposed event has no name
			line += " " + of
		}
		from, to := c.Before, c.After
		if c.Kind == season.RegionHost {
			from, to = b.Name(uuid.MustParse(from)), b.Name(uuid.MustParse(to))
		}
		out = append(out, line+" "+from+">"+to+" ("+c.Cite()+")")
	}
	return strings.Join(out, ", ")
}
