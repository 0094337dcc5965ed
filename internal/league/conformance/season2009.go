package conformance

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// Season2009 is the input of a season of regulation 002.
type Season2009 struct {
	Regions             []string          `json:"regions"`
	ReigningChampion    *SeasonPerson     `json:"reigning_champion"`
	Employees           []string          `json:"employees"`
	Banned              []string          `json:"banned"`
	Tournaments         []SeasonEvent     `json:"tournaments"`
	UnavailableRegional []string          `json:"unavailable_regional"`
	MergeInto           map[string]string `json:"merge_into"`
	RegionalFinals      []SeasonFinal     `json:"regional_finals"`
	UnavailableNational []string          `json:"unavailable_national"`
	Expenses            []SeasonExpense   `json:"expenses"`
	// Calendar are the days that were moved; nil for none.
	Calendar *SeasonCalendar `json:"calendar"`
	// Bans are those decided in the course of the season, Later the tournaments found void after they had
	// qualified a player.
	Bans  []SeasonBan   `json:"bans"`
	Later []SeasonLater `json:"later"`
	// ConvokedOn is the day on which the regional finals were convoked; "" if a case does not ask for their state
	// on that day.
	ConvokedOn rules.Day `json:"convoked_on,omitempty"`
}

// SeasonPerson is a person by name.
type SeasonPerson struct {
	Player string `json:"player"`
}

// SeasonEvent is a tournament of a season, known by its entrants and the first
// three.
type SeasonEvent struct {
	ID                  string    `json:"id"`
	Kind                string    `json:"kind"`   // regional, open, online
	Region              string    `json:"region"` // null is ""
	Date                rules.Day `json:"date"`
	Announced           rules.Day `json:"announced"`
	Registered          []string  `json:"registered"`
	NoShows             []string  `json:"no_shows"`
	Referees            []string  `json:"referees"`
	ResultsReceived     rules.Day `json:"results_received"`
	ResultsSound        bool      `json:"results_sound"`
	Photos              []string  `json:"photos"`
	NewOrganizer        bool      `json:"new_organiser"` //nolint:misspell // as the cases spell it
	FewerAccepted       bool      `json:"fewer_accepted"`
	PrizesSent          bool      `json:"prizes_sent"`
	PrizesKeptAllowed   bool      `json:"prizes_kept_allowed"`
	PrizesPriceCents    int64     `json:"prizes_price_cents"`
	PrizesShippingCents int64     `json:"prizes_shipping_cents"`
	Top                 []string  `json:"top"`
}

// Documents are the kinds of its photos as the ruleset names them.
func (e SeasonEvent) Documents() []string {
	out := make([]string, len(e.Photos))
	for i, kind := range e.Photos {
		out[i] = strings.ReplaceAll(kind, "_", "-")
	}
	return out
}

// SeasonFinal is a regional final that was played.
type SeasonFinal struct {
	Region  string    `json:"region"`
	Date    rules.Day `json:"date"`
	Ranking []string  `json:"ranking"`
}

// SeasonExpense is an expense of the journey to the national final.
type SeasonExpense struct {
	Player   string `json:"player"`
	Cents    int64  `json:"cents"`
	Attested bool   `json:"attested"`
}

// ByDate are the tournaments in the order in which they were played.
func (in Season2009) ByDate() []SeasonEvent {
	events := slices.Clone(in.Tournaments)
	slices.SortFunc(events, func(a, b SeasonEvent) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID))
	})
	return events
}

// People returns the names of all people who appear in a season, sorted.
func (in Season2009) People() []string {
	names := slices.Concat(in.Employees, in.Banned, in.UnavailableRegional, in.UnavailableNational)
	if in.ReigningChampion != nil {
		names = append(names, in.ReigningChampion.Player)
	}
	for _, e := range in.Tournaments {
		names = slices.Concat(names, e.Registered, e.Referees, e.Top)
	}
	for _, f := range in.RegionalFinals {
		names = append(names, f.Ranking...)
	}
	for _, e := range in.Expenses {
		names = append(names, e.Player)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// seasonNames gives the people and regions of a case ids, and their names back.
type seasonNames map[uuid.UUID]string

func (n seasonNames) id(name string) uuid.UUID {
	if name == "" {
		return uuid.Nil
	}
	id := uuid.NewSHA1(uuid.NameSpaceOID, []byte(name))
	n[id] = name
	return id
}

func (n seasonNames) player(name string) league.PlayerID { return league.PlayerID{UUID: n.id(name)} }

func (n seasonNames) region(name string) league.RegionID { return league.RegionID{UUID: n.id(name)} }

func (n seasonNames) players(names []string) []league.PlayerID {
	out := make([]league.PlayerID, len(names))
	for i, name := range names {
		out[i] = n.player(name)
	}
	return out
}

// event gives a tournament an id that sorts like its place in the season.
func (n seasonNames) event(i int, name string) league.EventID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], uint64(i)+1) //nolint:gosec // a place in a list
	n[id] = name
	return league.EventID{UUID: id}
}

// replaySeason2009 plays a season in the order in which it happened: every tournament is homologated, or
// declared invalid, by the result of its checks at that time. A player who is refused as qualified already
// stays refused, whatever happens to the tournament that qualified them.
func replaySeason2009(r *rules.Ruleset, c Case) (any, error) {
	in, err := Input[Season2009](c)
	if err != nil {
		return nil, err
	}
	moves, err := in.Moves()
	if err != nil {
		return nil, err
	}
	names := make(seasonNames)
	facts := in.opening(r, names)
	var convoked *season.State
	for _, m := range moves {
		switch {
		case m.Event != nil:
			facts.Events = append(facts.Events, m.Event.facts(m.Place, names))
			m.Event.judge(&facts, m.Place)
		case m.Ban != nil:
			facts.Bars = append(facts.Bars, season.Bar{Player: names.player(m.Ban.Player), Reason: rules.Banned, Decided: m.Ban.On, From: m.Ban.From()})
		case m.Void != nil:
			in.void(&facts, *m.Void, names)
		case m.Convoked:
			as := facts
			in.answers(&as, names)
			state := season.Derive(as)
			convoked = &state
		}
	}
	in.answers(&facts, names)
	in.finals(&facts, names)
	out := in.outcome(r, season.Derive(facts), names)
	if convoked != nil {
		out["convoked"] = in.seasonOutcome(r, *convoked, names).regionalFinals()
	}
	return out, nil
}

// judge decides about the event that was played last, by the result of its checks. A player who is refused
// there as qualified already is refused for good.
func (e SeasonEvent) judge(facts *season.Facts, place int) {
	state := season.Derive(*facts).Events[place]
	event := &facts.Events[place]
	for i := range event.Entrants {
		entrant := &event.Entrants[i]
		if slices.ContainsFunc(state.Refused, func(r season.Refusal) bool {
			return r.Player == entrant.Player && r.Reason == string(rules.AlreadyQualified)
		}) {
			entrant.Refused = rules.AlreadyQualified
		}
	}
	event.Verdict = e.verdict(state)
}

// void declares a tournament invalid that was decided before.
func (in Season2009) void(facts *season.Facts, found SeasonLater, names seasonNames) {
	for i := range facts.Events {
		e := &facts.Events[i]
		if names[e.ID.UUID] != found.Tournament {
			continue
		}
		report, verdict := *e.Report, *e.Verdict
		report.Unsound, verdict.Valid = true, false
		e.Report, e.Verdict = &report, &verdict
	}
}

// opening are the facts before the first tournament.
func (in Season2009) opening(r *rules.Ruleset, names seasonNames) season.Facts {
	facts := season.Facts{Rules: r, Period: in.Period(r)}
	for _, region := range in.Regions {
		facts.Regions = append(facts.Regions, names.region(region))
	}
	if in.ReigningChampion != nil {
		facts.Champion = names.player(in.ReigningChampion.Player)
	}
	for _, player := range in.Employees {
		facts.Bars = append(facts.Bars, season.Bar{Player: names.player(player), Reason: rules.EmployeeOfPublisher})
	}
	for _, player := range in.Banned {
		facts.Bars = append(facts.Bars, season.Bar{Player: names.player(player), Reason: rules.Banned})
	}
	return facts
}

func (e SeasonEvent) facts(i int, names seasonNames) season.Event {
	out := season.Event{
		ID: names.event(i, e.ID), Circuit: rules.Circuit(e.Kind), Region: names.region(e.Region), Day: e.Date, Announced: e.Announced,
		NewOrganizer: e.NewOrganizer, Referees: names.players(e.Referees), Ranking: names.players(e.Top),
		Report: &season.Report{Received: e.ResultsReceived, Documents: e.Documents(), Unsound: !e.ResultsSound},
	}
	for _, player := range e.Registered {
		out.Entrants = append(out.Entrants, facts.Entrant{Player: names.player(player), Played: !slices.Contains(e.NoShows, player)})
	}
	if e.PrizesSent {
		out.Prizes = &season.Prizes{Kept: e.PrizesKeptAllowed, Price: league.Money{Cents: e.PrizesPriceCents + e.PrizesShippingCents, Currency: "EUR"}}
	}
	return out
}

// verdict homologates a tournament unless it fails a demand without a waiver. Accepted numbers of players are
// waived whatever else the tournament fails.
func (e SeasonEvent) verdict(s season.EventState) *season.Verdict {
	v := &season.Verdict{Valid: true}
	for _, check := range s.Failed() {
		if check.Demand == season.TooFewPlayers && check.Waive != rules.Nobody && e.FewerAccepted {
			v.Waived = append(v.Waived, check.Demand)
			continue
		}
		v.Valid = false
	}
	return v
}

// answers adds the players who cannot come to the finals, and the regions that play with others.
func (in Season2009) answers(facts *season.Facts, names seasonNames) {
	away := func(players []string, to rules.SeasonFinal) {
		for _, player := range players {
			facts.Unavailable = append(facts.Unavailable, season.Unavailability{Player: names.player(player), To: to})
		}
	}
	away(in.UnavailableRegional, rules.ToRegionalFinal)
	away(in.UnavailableNational, rules.ToNationalFinal)
	for _, region := range in.Regions {
		if into, merged := in.MergeInto[region]; merged {
			facts.Merges = append(facts.Merges, season.Merge{Region: names.region(region), Into: names.region(into), At: time.Time{}})
		}
	}
}

// finals adds the regional finals that were played.
func (in Season2009) finals(facts *season.Facts, names seasonNames) {
	// A case has a final as it was played, also if another reading takes a place from a player who played.
	asPlayed := &season.Verdict{Valid: true, Waived: []season.Demand{season.FinalistWithoutPlace}}
	for _, f := range in.RegionalFinals {
		facts.Finals = append(facts.Finals, season.Final{Region: names.region(f.Region), Day: f.Date, Ranking: names.players(f.Ranking), Verdict: asPlayed})
	}
}
