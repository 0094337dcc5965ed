package demo

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

// The season is the same each time it is planned, and no qualified player enters an event of a later day (CN09 1.5).
func TestPlan(t *testing.T) {
	t.Parallel()
	p := newPlan()
	if !reflect.DeepEqual(p, newPlan()) {
		t.Error("two plans of the same seed differ")
	}
	seen := make(map[string]bool)
	for _, who := range p.people {
		if seen[who.name] {
			t.Errorf("%s is there twice", who.name)
		}
		seen[who.name] = true
	}
	qualified := make(map[string]int) // the day, by name
	inOrder := slices.Clone(fixtures)
	slices.SortStableFunc(inOrder, func(a, b fixture) int { return a.day - b.day })
	slugs := make(map[string]bool)
	for _, f := range inOrder {
		if slugs[f.slug()] {
			t.Errorf("two fixtures are called %s", f.slug())
		}
		slugs[f.slug()] = true
		field := p.fields[f.slug()]
		if got := len(field.all()); got != f.players {
			t.Errorf("%s: %d have signed up, not %d", f.title(), got, f.players)
		}
		for _, name := range field.all() {
			if day, has := qualified[name]; has && day < f.day {
				t.Errorf("%s: %s had qualified before", f.title(), name)
			}
		}
		if f.course.played() {
			for _, name := range field.came[:f.qualify()] {
				qualified[name] = f.day
			}
		}
	}
}

// On every day of the demonstration, every fixture lies within the season, past ones before that day and future ones
// after it, on a Saturday or Sunday; and no final is late (CN09 1.4).
func TestSeasonOfEveryDay(t *testing.T) {
	t.Parallel()
	rome, err := time.LoadLocation(timeZone)
	if err != nil {
		t.Fatal(err)
	}
	for day := range 4 * 365 {
		s := championship{today: time.Date(2026, 1, 1+day, 9, 0, 0, 0, rome)}
		from, to, by := s.period()
		for _, f := range fixtures {
			on := s.on(f)
			if on.Before(from) || !on.Before(to.AddDate(0, 0, 1)) {
				t.Fatalf("on %s %s is on %s, outside the season from %s to %s", s.today, f.title(), on, from, to)
			}
			if !atWeekend(on) || on.Hour() < 9 || on.Hour() > 15 {
				t.Fatalf("on %s %s is on %s, no time for a tournament", s.today, f.title(), on)
			}
			if f.course.played() != on.Before(s.today) && f.course != called {
				t.Fatalf("on %s %s is on %s", s.today, f.title(), on)
			}
		}
		for _, f := range finals {
			if on := s.on(f); on.Before(to) || !on.Before(by.AddDate(0, 0, 1)) {
				t.Fatalf("on %s the final of %s is on %s, not between %s and %s", s.today, f.region, on, to, by)
			} else if !atWeekend(on) {
				t.Fatalf("on %s the final of %s is on %s", s.today, f.region, on)
			}
		}
	}
}
