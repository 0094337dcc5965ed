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
	Facts                []drawFact
	Verify               []string
	Bound                []string
	BoundLabel           string
	Lots, Places         []drawnLine
	Quality              []drawFact // of the fixed schedule
	Rounds               []drawnRound
}

// drawFact is one value of the draw to be copied and checked.
type drawFact struct {
	Label, Value string
	Pending      bool
}

type drawnLine struct {
	Number, Entry int
	Name          string
}

type drawnRound struct {
	Name, Method, Reason string
	Explanations         []explanation
}

type explanation struct {
	Text string
	Rule ruleRef
}

// Draw writes the page that says how an event's tables were drawn.
func (p *Pages) Draw(out io.Writer, v Draw) error {
	s := newStage(Stage{Reader: v.Reader, Tenant: v.Tenant, Event: v.Event, Rounds: v.Rounds}, p.zone(v.Event.TimeZone))
	m := drawModel{
		frame:   v.frame(&v.Tenant, s.text("draw.title")+" · "+v.Event.Title, drawAddress(v.Tenant, v.Event)),
		Heading: s.text("draw.title"),
		Event:   v.Event.Title,
		Back:    v.link(s.at),
		Method:  s.text("draw.method." + string(v.Draw.Method)),
		Reason:  v.Draw.Reason,
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
	for _, round := range v.Rounds {
		m.Rounds = append(m.Rounds, s.drawnRound(round))
	}
	return p.render(out, m.Lang, "draw", m)
}

// drawFacts are the figures of a sealed or sealed-and-opened draw; a draw by
// hand has none.
func (s *stage) drawFacts(draw openapi.Draw) []drawFact {
	if draw.Commitment == "" {
		return nil
	}
	secret := drawFact{Label: s.text("draw.secret"), Value: draw.Secret}
	if draw.Secret == "" {
		secret.Value, secret.Pending = s.text("draw.not-yet"), true
	}
	facts := []drawFact{{Label: s.text("draw.commitment"), Value: draw.Commitment}, secret}
	if draw.Seed != "" {
		facts = append(facts, drawFact{Label: s.text("draw.seed"), Value: draw.Seed})
	}
	return append(facts, drawFact{Label: s.text("draw.algorithm"), Value: draw.Algorithm})
}

// scheduleQuality says how good the fixed schedule is; nothing where there is none.
func (s *stage) scheduleQuality(draw openapi.Draw) []drawFact {
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

// verifySteps is how many steps it takes to explain the drawing of lots, as the
// package seating documents it.
const verifySteps = 5

// howToVerify are the steps by which anybody can do the draw again, once the
// secret is known.
func (s *stage) howToVerify(draw openapi.Draw) []string {
	if draw.Method != openapi.DrawMethodDrawn || draw.Secret == "" {
		return nil
	}
	steps := make([]string, verifySteps)
	for i := range steps {
		steps[i] = s.text("draw.verify." + strconv.Itoa(i+1))
	}
	return steps
}

// bound is the list that the seed binds: the ids of who was checked in, sorted
// by bytes.
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

// drawnLines are drawn numbers in ascending order with the names of who drew them.
func drawnLines(drawn []openapi.DrawnNumber, names map[int]string) []drawnLine {
	lines := make([]drawnLine, len(drawn))
	for i, d := range drawn {
		lines[i] = drawnLine{Number: d.Number, Entry: d.Entry, Name: names[d.Entry]}
	}
	slices.SortFunc(lines, func(a, b drawnLine) int { return cmp.Compare(a.Number, b.Number) })
	return lines
}

func (s *stage) drawnRound(round openapi.Round) drawnRound {
	m := drawnRound{Name: s.roundName(round), Method: s.text("round-method." + string(round.Method))}
	if round.HandReason != "" {
		m.Reason = s.text("draw.by-hand-reason", "reason", round.HandReason)
	}
	for _, reason := range round.Reasons {
		m.Explanations = append(m.Explanations, explained(reason))
	}
	return m
}
