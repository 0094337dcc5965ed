package historydesk

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/rankingdesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/history"
	"referto/internal/league/leaguedb"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Settings define how a table is read, and hold the decisions about its people.
type Settings struct {
	Ranking   league.RankingID  `json:"ranking,omitzero"`
	Kind      string            `json:"kind,omitempty"`     // of its events
	TimeZone  string            `json:"timeZone,omitempty"` // of its events
	Mapping   history.Mapping   `json:"mapping"`
	Decisions history.Decisions `json:"decisions"`
}

// Counts holds the numbers of lines, people, events and other contents of a table.
type Counts struct {
	Lines     int `json:"lines"`
	Known     int `json:"known"`
	New       int `json:"new"`
	Same      int `json:"same"`
	Questions int `json:"questions"`
	Openings  int `json:"openings"`
	Unchanged int `json:"unchanged"` // openings that are recorded already with the table's values
	Events    int `json:"events"`
	Results   int `json:"results"`
	Repeated  int `json:"repeated"`
	Arrivals  int `json:"arrivals"`
	Clubs     int `json:"clubs"` // that there were not yet
	Faults    int `json:"faults"`
	// LastLine is [history.File.Last], LastOpen [history.File.Open]. A release before did not count them.
	LastLine int  `json:"lastLine,omitempty"`
	LastOpen bool `json:"lastOpen,omitempty"`
}

// Difference is one change that storing a table will make.
type Difference struct {
	Line    int             `json:"line"`
	What    string          `json:"what"` // player-added, player-known, club-added, opening, event, arrival
	Name    string          `json:"name"`
	Player  league.PlayerID `json:"player,omitzero"`
	By      []history.Basis `json:"by,omitempty"`
	Figures []string        `json:"figures,omitempty"`
	Day     string          `json:"day,omitempty"`
	People  int             `json:"people,omitempty"`
}

// Question asks which person a line is about.
type Question struct {
	Line       int                 `json:"line"`
	Name       string              `json:"name"`
	Club       string              `json:"club,omitempty"`
	Born       int                 `json:"born,omitempty"`
	Candidates []history.Candidate `json:"candidates"`
}

// batch is the number of people or lines that are looked up or stored at once.
const batch = 5000

// plan is a table with all that was found out about it.
type plan struct {
	*history.File
	settings  Settings
	ranking   *rankingdesk.Ranking // nil for one of players alone
	answers   []history.Answer
	ids       []league.PlayerID // of the people
	unchanged map[int]bool
	arrivals  []int
	clubs     []string // that there are not yet
	fold      func(string) string
}

// read reads a table by its settings.
func (d Desk) read(door tenantdb.Door, now time.Time, h facts.History, fold func(string) string) (*plan, error) {
	p := &plan{fold: fold}
	if err := json.Unmarshal(h.Settings, &p.settings); err != nil {
		return nil, err
	}
	s := history.Setting{Subject: history.Subject(h.Subject), Mapping: p.settings.Mapping, Today: rules.DayOf(now), Fold: fold}
	if s.Subject != history.Players {
		found, err := rankingdesk.At(d.Desk).Find(door, p.settings.Ranking)
		if err != nil {
			return nil, err
		}
		p.ranking, s.Keeper = &found, found.Keeper
	}
	p.File = history.Read(h.File, s)
	return p, nil
}

// Check reads a table and finds everything on which storing it depends. It writes the findings to the row.
func (d Desk) Check(door tenantdb.Door, now time.Time, h *facts.History, fold func(string) string) error {
	p, err := d.check(door, now, *h, fold)
	if err != nil {
		return err
	}
	return p.describe(h)
}

func (d Desk) check(door tenantdb.Door, now time.Time, h facts.History, fold func(string) string) (*plan, error) {
	p, err := d.read(door, now, h, fold)
	if err != nil || p.Faulty > 0 {
		return p, err
	}
	register, err := records(door, p.People)
	if err != nil {
		return nil, err
	}
	p.answers = p.Decide(register, p.settings.Decisions)
	if p.Faulty > 0 || history.Questions(p.answers) > 0 {
		return p, nil
	}
	p.ids = make([]league.PlayerID, len(p.People))
	for i, a := range p.answers {
		switch a.Match {
		case history.Known:
			p.ids[i] = a.Player
		case history.Same:
			p.ids[i] = p.ids[a.As]
		default:
			p.ids[i] = desk.MakeID[league.PlayerID]()
		}
	}
	if p.clubs, err = unknownClubs(door, p); err != nil || p.ranking == nil {
		return p, err
	}
	return p, d.settle(door, p)
}

// unknownClubs returns the club names given for people to be added that no club has.
func unknownClubs(door tenantdb.Door, p *plan) ([]string, error) {
	var texts, unknown []string
	for i, a := range p.answers {
		if a.Match == history.Added && p.People[i].Club != "" {
			texts = append(texts, p.People[i].Club)
		}
	}
	if len(texts) == 0 {
		return nil, nil
	}
	slices.Sort(texts)
	b := &tenantdb.Batch{}
	leaguedb.LoadUnknownClubs(b, &unknown, slices.Compact(texts))
	return unknown, door.Send(b)
}

// records loads the players of the register who may be people of a table.
func records(door tenantdb.Door, people []history.Someone) ([]facts.HistoryRecord, error) {
	var all []facts.HistoryRecord
	seen := map[league.PlayerID]bool{}
	for some := range slices.Chunk(people, batch) {
		var keys, mails, members []string
		for _, p := range some {
			keys = append(keys, p.Key)
			if p.Mail != "" {
				mails = append(mails, p.Mail)
			}
			if p.Member != "" {
				members = append(members, p.Member)
			}
		}
		var found []facts.HistoryRecord
		b := &tenantdb.Batch{}
		leaguedb.LoadRecords(b, &found, keys, append([]string{}, mails...), append([]string{}, members...))
		if err := door.Send(b); err != nil {
			return nil, err
		}
		for _, r := range found {
			if !seen[r.Record] {
				seen[r.Record] = true
				all = append(all, r)
			}
		}
	}
	return all, nil
}

// settle finds the contradictions that show only once all people are identified, and the players who will have
// arrived in the hall.
func (d Desk) settle(door tenantdb.Door, p *plan) error {
	known := p.known()
	standing, careers, err := d.standing(door, p, known)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for some := range slices.Chunk(p.Events, batch) {
		var days []string
		for _, e := range some {
			days = append(days, string(e.Day))
		}
		var events []leaguedb.EventTitle
		b := &tenantdb.Batch{}
		leaguedb.LoadEventsOn(b, &events, days)
		if err := door.Send(b); err != nil {
			return err
		}
		for _, e := range events {
			there[string(rules.DayOf(e.Day))+" "+p.fold(e.Title)] = true
		}
	}
	p.unchanged = p.Settle(p.ids, standing, func(e history.Happening) bool { return there[string(e.Day)+" "+p.fold(e.Title)] })
	of := p.ranking.Keeper.Ruleset()
	variant, _ := of.Variant("") // that of events which name none
	game := desk.GameOf(of, facts.Event{Variant: variant.ID})
	p.arrivals = p.Arrivals(p.ranking.Keeper, p.ids, careers, p.unchanged, func(e history.Happening) (bool, bool) {
		return ranking.Takes(p.ranking.Ranking, p.settings.Kind, game, e.Day)
	})
	return nil
}

// known are the people of the register in a table.
func (p *plan) known() (list []league.PlayerID) {
	for _, a := range p.answers {
		if a.Match == history.Known {
			list = append(list, a.Player)
		}
	}
	return list
}

// standing loads the openings and careers of some players.
func (d Desk) standing(door tenantdb.Door, p *plan, players []league.PlayerID) (map[league.PlayerID]history.Brought, map[league.PlayerID]ranking.Career, error) {
	standing, careers := map[league.PlayerID]history.Brought{}, map[league.PlayerID]ranking.Career{}
	for some := range slices.Chunk(players, batch) {
		var openings []facts.RankingOpening
		var postings []facts.RankedPosting
		b := &tenantdb.Batch{}
		leaguedb.LoadOpeningsOfPeople(b, &openings, p.ranking.ID, some)
		leaguedb.LoadPostingsOf(b, &postings, p.ranking.ID, some)
		if err := door.Send(b); err != nil {
			return nil, nil, err
		}
		opened, posted, err := ranking.Parse(openings, postings)
		if err != nil {
			return nil, nil, err
		}
		for _, o := range opened {
			standing[o.Player] = history.Brought{Figures: o.Figures, National: o.National}
		}
		for player, career := range p.ranking.Keeper.Careers(opened, posted) {
			careers[player] = career
		}
	}
	return standing, careers, nil
}

// counts returns how many lines of each sort the table holds.
func (p *plan) counts() Counts {
	c := Counts{Lines: p.Total, Events: len(p.Events), Repeated: p.Repeated, Arrivals: len(p.arrivals), Clubs: len(p.clubs), Faults: p.Faulty, Unchanged: len(p.unchanged), LastLine: p.Last, LastOpen: p.Open}
	for _, a := range p.answers {
		switch a.Match {
		case history.Known:
			c.Known++
		case history.Added:
			c.New++
		case history.Same:
			c.Same++
		case history.Undone:
			c.Questions++
		}
	}
	if len(p.Events) > 0 {
		c.Results = len(p.Lines)
	} else {
		c.Openings = len(p.Lines) - c.Unchanged
	}
	return c
}

// describe writes the findings about a table into its row.
func (p *plan) describe(h *facts.History) (err error) {
	h.State, h.Phase, h.Done, h.Total = facts.HistoryClean, "", p.Total, p.Total
	c := p.counts()
	switch {
	case c.Faults > 0:
		h.State = facts.HistoryFaulty
	case c.Questions > 0:
		h.State = facts.HistoryQuestions
	}
	questions, faults := []Question{}, p.Faults
	for i, a := range p.answers {
		if a.Match == history.Undone && len(questions) < history.MostShown {
			who := p.People[i]
			questions = append(questions, Question{Line: who.Line, Name: who.Name, Club: who.Club, Born: who.Born, Candidates: a.Candidates})
		}
	}
	if faults == nil {
		faults = eventfile.Faults{}
	}
	for _, one := range []struct {
		to    *json.RawMessage
		value any
	}{{&h.Counts, c}, {&h.Faults, faults}, {&h.Questions, questions}, {&h.Differences, p.differences()}} {
		if *one.to, err = json.Marshal(one.value); err != nil {
			return err
		}
	}
	return nil
}

// differences returns the first changes that storing will make, the most important to check first.
func (p *plan) differences() []Difference {
	list := []Difference{}
	add := func(x Difference) {
		if len(list) < history.MostShown {
			list = append(list, x)
		}
	}
	if p.Faulty > 0 {
		return list
	}
	for _, i := range p.arrivals {
		add(Difference{Line: p.People[i].Line, What: "arrival", Name: p.People[i].Name, Player: p.ifKnown(i)})
	}
	for i, a := range p.answers {
		if a.Match == history.Known {
			add(Difference{Line: p.People[i].Line, What: "player-known", Name: p.People[i].Name, Player: a.Player, By: a.By})
		}
	}
	for _, e := range p.Events {
		add(Difference{Line: e.Line, What: "event", Name: e.Title, Day: string(e.Day), People: len(e.Lines)})
	}
	for i, l := range p.Lines {
		if l.Event < 0 && !p.unchanged[i] {
			add(Difference{Line: l.Line, What: "opening", Name: p.People[l.Person].Name, Player: p.ifKnown(l.Person), Figures: texts(l.Figures)})
		}
	}
	for _, name := range p.clubs {
		first := slices.IndexFunc(p.People, func(who history.Someone) bool { return who.Club == name })
		add(Difference{Line: p.People[first].Line, What: "club-added", Name: name})
	}
	for i, a := range p.answers {
		if a.Match == history.Added {
			add(Difference{Line: p.People[i].Line, What: "player-added", Name: p.People[i].Name})
		}
	}
	return list
}

// ifKnown returns the id of a person who is in the register already; a person to be added gets theirs later.
func (p *plan) ifKnown(i int) league.PlayerID {
	if len(p.answers) > i && p.answers[i].Match == history.Known {
		return p.answers[i].Player
	}
	return league.PlayerID{}
}

func texts(figures []league.Frac) []string {
	out := make([]string, len(figures))
	for i, f := range figures {
		out[i] = f.String()
	}
	return out
}

// CheckSettings lists the faults of the settings of a table before it is read, for example that the ranking
// does not exist or takes no events of the kind.
func (d Desk) CheckSettings(door tenantdb.Door, h facts.History, s Settings) error {
	if h.Subject == string(history.Players) {
		return nil
	}
	var faults league.Faults
	results := h.Subject == string(history.Results)
	if s.Ranking.UUID == uuid.Nil {
		faults = append(faults, league.Fault{Field: "/ranking", Grounds: league.Grounds{Reason: "required"}})
	}
	if results && s.Kind == "" {
		faults = append(faults, league.Fault{Field: "/kind", Grounds: league.Grounds{Reason: "required"}})
	}
	if results && (s.TimeZone == "" || !league.IsTimeZone(s.TimeZone)) {
		faults = append(faults, league.Fault{Field: "/timeZone", Grounds: league.Grounds{Reason: "unknown-time-zone", Params: map[string]string{"zone": s.TimeZone}}})
	}
	if len(faults) > 0 {
		return faults
	}
	found, err := rankingdesk.At(d.Desk).Find(door, s.Ranking)
	if errors.Is(err, tenantdb.ErrNotFound) {
		return league.Faults{{Field: "/ranking", Grounds: league.Grounds{Reason: "ranking-unknown"}}}
	}
	if err == nil && results && !slices.Contains(slices.Concat(found.Counted, found.National), s.Kind) {
		return league.Faults{{Field: "/kind", Grounds: league.Grounds{Reason: "ranking-takes-no-such-event"}}}
	}
	return err
}
