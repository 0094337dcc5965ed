package pages

import (
	"cmp"
	"io"
	"slices"
	"strconv"

	"referto/openapi"
)

// drawModel is the content of templates/draw.html.
type drawModel struct {
	frame
	Heading, Event, Back string
	Method, Reason       string
	Story                string
	// Check has the values with which the script does the draw again; nil where nothing can be
	// computed.
	Check        *drawCheck
	Facts        []drawFact
	Verify       []string
	Bound        []string
	BoundLabel   string
	Lots, Places []drawnLine
	Quality      []drawFact // of the fixed schedule
	Rounds       []drawnRound
	Command      string // that checks a round's document
}

// drawFact is one value of the draw to be copied and checked.
type drawFact struct {
	Label, Value string
	Pending      bool
	// Name is the name by which the script knows the value; "" for a value that the script ignores.
	Name string
}

// drawCheck holds the data that draw.js needs, as JSON in the page.
type drawCheck struct {
	Data   string            `json:"data"`
	Rounds []checkedRound    `json:"rounds"`
	Words  map[string]string `json:"words"`
}

// checkedRound is a round whose document the script recomputes.
type checkedRound struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Hash    string `json:"hash"`
}

type drawnLine struct {
	Number, Entry int
	Name          string
}

// drawnRound is one round with the way it came about.
type drawnRound struct {
	Name, Method string
	// Hand names the person who made the tables by hand and the reason, Accepted the person who accepted them, Moved
	// the entrants who sit elsewhere because of it.
	Hand, Accepted string
	Moved          []string
	Explanations   []explanation
	// Order are the names in the order in which they were drawn for this round.
	Order []string
	// Repeats names the entrants who meet again; "" if there are none.
	Repeats string
	// Document is the address of the record of the draw in the API, Hash its fingerprint.
	Document, Hash string
}

type explanation struct {
	Text string
	Rule ruleRef
}

// Draw writes the page that explains how an event's tables were drawn.
func (p *Pages) Draw(out io.Writer, v Draw) error {
	s := newEventPage(EventPage{Reader: v.Reader, Tenant: v.Tenant, Event: v.Event, Rounds: v.Rounds}, p.zone(v.Event.TimeZone))
	m := drawModel{
		frame:   v.frame(&v.Tenant, s.text("draw.title")+" · "+v.Event.Title, drawAddress(v.Tenant, v.Event)),
		Heading: s.text("draw.title"),
		Event:   v.Event.Title,
		Back:    v.link(s.at),
		Method:  s.text("draw.method." + string(v.Draw.Method)),
		Reason:  v.Draw.Reason,
		Story:   s.drawStory(v.Draw),
	}
	m.Data = dataAddress(v.Tenant, v.Event) + "/draw"
	names := make(map[int]string, len(v.Entrants))
	for _, entrant := range v.Entrants {
		names[entrant.Number] = entrant.Player.Name
	}
	m.Facts = s.drawFacts(v.Draw)
	m.Verify = s.howToVerify(v.Draw)
	if len(m.Verify) > 0 {
		m.Bound = bound(v.Draw, v.Entrants)
		m.BoundLabel = s.text("draw.bound", "players", s.text("count.players", "count", len(m.Bound)))
	}
	m.Lots = drawnLines(v.Draw.Lots, names)
	m.Places = drawnLines(v.Draw.Places, names)
	m.Quality = s.scheduleQuality(v.Draw)
	for i, round := range v.Rounds {
		m.Rounds = append(m.Rounds, s.drawnRound(round))
		if i < len(v.Documents) {
			m.Rounds[i].record(s, v.Documents[i], names)
		}
	}
	for _, drawn := range v.Draw.Rounds {
		if drawn.Round <= len(m.Rounds) {
			m.Rounds[drawn.Round-1].Order = named(drawn.Order, names)
		}
	}
	if len(m.Verify) > 0 {
		m.Check = s.drawCheck(m)
	}
	m.Command = verifyCommand
	return p.render(out, m.Lang, "draw", m)
}

// drawStory explains how the draw came about.
func (s *eventPage) drawStory(draw openapi.Draw) string {
	switch {
	case draw.Method == openapi.DrawMethodSealed && draw.Commitment != "":
		return s.text("draw.story-sealed")
	case draw.Method == openapi.DrawMethodDrawn:
		return s.text("draw.story-drawn", "players", s.text("count.players", "count", len(draw.CheckedIn)))
	case draw.Method == openapi.DrawMethodByHand && draw.Commitment != "":
		return s.text("draw.story-by-hand")
	default:
		return ""
	}
}

// drawCheck are the documents that the script computes again, and its words.
func (s *eventPage) drawCheck(m drawModel) *drawCheck {
	check := &drawCheck{Data: m.Data, Rounds: []checkedRound{}, Words: map[string]string{
		"page": s.text("draw.check-page"), "commitment": s.text("draw.check-commitment"), "seed": s.text("draw.check-seed"),
		"lots": s.text("draw.check-lots"), "first": s.text("draw.check-first"), "places": s.text("draw.check-places"),
		"document": s.text("draw.check-document"), "order": s.text("draw.check-order"), "figures": s.text("draw.check-figures"),
		"tables": s.text("draw.check-tables"), "not": s.text("draw.check-not"),
		"yes": s.text("draw.check-yes"), "partly": s.text("draw.check-partly"), "no": s.text("draw.check-no"), "failed": s.text("draw.check-failed"), "unable": s.text("draw.check-unable"),
	}}
	for _, round := range m.Rounds {
		if round.Document != "" {
			check.Rounds = append(check.Rounds, checkedRound{Name: round.Name, Address: round.Document, Hash: round.Hash})
		}
	}
	return check
}

// drawFacts returns the figures of a sealed or sealed-and-opened draw. A draw by hand has none, because the earlier
// seal has no effect on it.
func (s *eventPage) drawFacts(draw openapi.Draw) []drawFact {
	if draw.Commitment == "" || draw.Method == openapi.DrawMethodByHand {
		return nil
	}
	secret := drawFact{Label: s.text("draw.secret"), Value: draw.Secret, Name: "secret"}
	if draw.Secret == "" {
		secret.Value, secret.Pending = s.text("draw.not-yet"), true
	}
	facts := []drawFact{{Label: s.text("draw.commitment"), Value: draw.Commitment, Name: "commitment"}, secret}
	if draw.Seed != "" {
		facts = append(facts, drawFact{Label: s.text("draw.seed"), Value: draw.Seed, Name: "seed"})
	}
	return append(facts, drawFact{Label: s.text("draw.algorithm"), Value: draw.Algorithm})
}

// scheduleQuality rates the fixed schedule; nothing where there is none.
func (s *eventPage) scheduleQuality(draw openapi.Draw) []drawFact {
	if len(draw.Schedule) == 0 {
		return nil
	}
	q := draw.Quality
	spread := func(of openapi.ScheduleSpread) string {
		return s.text("draw.from-to", "least", strconv.Itoa(of.Least), "most", strconv.Itoa(of.Most))
	}
	facts := []drawFact{
		{Label: s.text("draw.repeats"), Value: strconv.Itoa(q.Repeats)},
		{Label: s.text("draw.least-repeats"), Value: strconv.Itoa(q.LeastRepeats)},
		{Label: s.text("draw.short-tables"), Value: spread(q.ShortTables)},
		{Label: s.text("draw.seats"), Value: spread(q.Seats)},
	}
	if q.Algorithm != "" {
		facts = append(facts, drawFact{Label: s.text("draw.algorithm"), Value: q.Algorithm})
	}
	return facts
}

// verifySteps counts the steps that explain the drawing of lots, as the
// package seating documents it.
const verifySteps = 5

// howToVerify returns the steps by which a reader can repeat the draw, once the secret is known.
func (s *eventPage) howToVerify(draw openapi.Draw) []string {
	if draw.Method != openapi.DrawMethodDrawn || draw.Secret == "" {
		return nil
	}
	steps := make([]string, verifySteps)
	for i := range steps {
		steps[i] = s.text("draw.verify." + strconv.Itoa(i+1))
	}
	return steps
}

// bound returns the list that the seed binds: the ids of the checked-in entrants, sorted by bytes.
func bound(draw openapi.Draw, entrants []openapi.EntryRef) []string {
	var ids []string
	for _, entrant := range entrants {
		if slices.Contains(draw.CheckedIn, entrant.Number) {
			ids = append(ids, entrant.Player.Id.String())
		}
	}
	slices.Sort(ids)
	return ids
}

// drawnLines returns the drawn numbers in ascending order with the names of the entrants who drew them.
func drawnLines(drawn []openapi.DrawnNumber, names map[int]string) []drawnLine {
	lines := make([]drawnLine, len(drawn))
	for i, d := range drawn {
		lines[i] = drawnLine{Number: d.Number, Entry: d.Entry, Name: names[d.Entry]}
	}
	slices.SortFunc(lines, func(a, b drawnLine) int { return cmp.Compare(a.Number, b.Number) })
	return lines
}

// verifyCommand has the program compute a downloaded document again
// (docs/draws.md).
const verifyCommand = "api verify-draw FILE"

func (s *eventPage) drawnRound(round openapi.Round) drawnRound {
	m := drawnRound{Name: s.roundName(round), Method: s.text("round-method." + string(round.Method))}
	if round.HandReason != "" {
		m.Hand = s.text("draw.by-hand-reason", "reason", round.HandReason)
	}
	if round.AcceptedBy != "" {
		m.Accepted = s.text("draw.accepted-by", "name", round.AcceptedBy)
	}
	for _, reason := range round.Reasons {
		m.Explanations = append(m.Explanations, s.explained(reason))
	}
	return m
}

// record adds the contents of the draw's document.
func (m *drawnRound) record(s *eventPage, document openapi.RoundDraw, names map[int]string) {
	m.Document = dataAddress(s.Tenant, s.Event) + "/rounds/" + strconv.Itoa(document.Round) + "/draw"
	m.Hash = document.Hash
	if document.Repeats > 0 {
		m.Repeats = s.text("draw.repeats-in-round", "count", document.Repeats)
	}
	change := document.Change
	if change.By != "" {
		m.Hand = s.text("draw.by-hand-by", "by", change.By, "reason", change.Reason)
	}
	for _, moved := range change.Moved {
		m.Moved = append(m.Moved, s.moved(moved, names[moved.Entry]))
	}
}

// moved describes a seat that is not the one of the plan.
func (s *eventPage) moved(moved openapi.DrawMoved, name string) string {
	switch {
	case moved.From == 0:
		return s.text("draw.moved-in", "player", name, "to", moved.To)
	case moved.To == 0:
		return s.text("draw.moved-out", "player", name, "from", moved.From)
	default:
		return s.text("draw.moved", "player", name, "from", moved.From, "to", moved.To)
	}
}

// named are the names of entries; a number without one stays a number.
func named(entries []int, names map[int]string) []string {
	out := make([]string, len(entries))
	for i, entry := range entries {
		out[i] = cmp.Or(names[entry], strconv.Itoa(entry))
	}
	return out
}
