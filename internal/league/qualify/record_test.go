package qualify_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
)

func TestReasons(t *testing.T) {
	t.Parallel()
	season, next := league.SeasonID{UUID: uuid.New()}, league.SeasonID{UUID: uuid.New()}
	stage := func(day rules.Day) qualify.Occasion {
		return qualify.Occasion{Day: day, Kind: "stage", Season: season}
	}
	ban := func(change func(*qualify.Ban)) qualify.Record {
		b := qualify.Ban{Term: qualify.Term{From: "2009-03-01", Until: "2009-06-30"}}
		change(&b)
		return qualify.Record{Bans: []qualify.Ban{b}}
	}
	as := func(*qualify.Ban) {}
	tests := []struct {
		name   string
		record qualify.Record
		on     qualify.Occasion
		want   []rules.ExclusionReason
	}{
		{"CN09 1.5 who has done nothing may enter", qualify.Record{}, stage("2009-03-01"), nil},
		{"CN09 5.5 the day before the ban", ban(as), stage("2009-02-28"), nil},
		{"CN09 5.5 the first day of the ban", ban(as), stage("2009-03-01"), []rules.ExclusionReason{rules.Banned}},
		{"CN09 5.5 the last day of the ban", ban(as), stage("2009-06-30"), []rules.ExclusionReason{rules.Banned}},
		{"CN09 5.5 the day after the ban", ban(as), stage("2009-07-01"), nil},
		{"CN09 5.5 a ban without end", ban(func(b *qualify.Ban) { b.Until = "" }), stage("2049-01-01"), []rules.ExclusionReason{rules.Banned}},
		{"CN09 5.5 a ban from this kind of events", ban(func(b *qualify.Ban) { b.Kinds = []string{"open", "stage"} }), stage("2009-03-01"), []rules.ExclusionReason{rules.Banned}},
		{"CN09 5.5 a ban from another kind of events", ban(func(b *qualify.Ban) { b.Kinds = []string{"open"} }), stage("2009-03-01"), nil},
		{"CN09 5.5 a ban from regional finals and the national final", ban(func(b *qualify.Ban) { b.Kinds = []string{"national-final"} }), qualify.Occasion{Day: "2009-03-01", Kind: "regional-final"}, nil},
		{"CN09 5.5 a ban from one kind of events of this season", ban(func(b *qualify.Ban) { b.Season, b.Kinds = season, []string{"open"} }), stage("2009-03-01"), nil},
		{"CN09 5.5 a ban from this season", ban(func(b *qualify.Ban) { b.Season = season }), stage("2009-03-01"), []rules.ExclusionReason{rules.Banned}},
		{"CN09 5.5 a ban from another season", ban(func(b *qualify.Ban) { b.Season = next }), stage("2009-03-01"), nil},
		{
			"CN09 5.5 a ban from a season and an event of none", ban(func(b *qualify.Ban) { b.Season = season }),
			qualify.Occasion{Day: "2009-03-01", Kind: "club"},
			nil,
		},
		{
			"CN09 1.5 an employee of the publisher, until he leaves it",
			qualify.Record{Exclusions: []qualify.Exclusion{{Reason: rules.EmployeeOfPublisher, Term: qualify.Term{From: "2008-01-01", Until: "2009-03-01"}}}},
			stage("2009-03-01"),
			[]rules.ExclusionReason{rules.EmployeeOfPublisher},
		},
		{
			"CN09 1.5 a former employee",
			qualify.Record{Exclusions: []qualify.Exclusion{{Reason: rules.EmployeeOfPublisher, Term: qualify.Term{From: "2008-01-01", Until: "2009-02-28"}}}},
			stage("2009-03-01"), nil,
		},
		{
			"CN09 1.5 everything at once, each once",
			qualify.Record{
				Facts:      []rules.ExclusionReason{rules.Banned, rules.AlreadyQualified},
				Exclusions: []qualify.Exclusion{{Reason: rules.EmployeeOfPublisher, Term: qualify.Term{From: "2009-01-01"}}, {Reason: rules.EmployeeOfPublisher, Term: qualify.Term{From: "2008-01-01"}}},
				Bans:       []qualify.Ban{{Term: qualify.Term{From: "2009-01-01"}}},
			},
			stage("2009-03-01"),
			[]rules.ExclusionReason{rules.AlreadyQualified, rules.Banned, rules.EmployeeOfPublisher},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.record.Reasons(tt.on); !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
