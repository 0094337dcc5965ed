package reportdesk

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/desk/importdesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// Report holds the papers of an event (CN09 1.6, 2.2, 2.3), made of its data for the people who check it: the
// entrants and players, the final order, every game, the staff, and the penalties with their reasons.
type Report struct {
	// Event has the entries, the games and the penalties, in the form of an export.
	Event   eventfile.Document `json:"event"`
	Entered int                `json:"entered"`
	Played  int                `json:"played"`
	Ranking []ReportPlace      `json:"ranking"`
	Staff   []ReportStaff      `json:"staff"`
	// Refused lists entrants who may not take part (CN09 1.5). The copy that is sent and stored gives no more of
	// the reasons than everybody may know ([register.Discreet]).
	Refused []season.Refusal `json:"refused,omitempty"`
	// Expelled are reported to the championship manager (CN09 5.5).
	Expelled []ReportExpulsion `json:"expelled,omitempty"`
	Photos   []ReportPhoto     `json:"photos,omitempty"`
	Notes    string            `json:"notes,omitempty"`
}

// ReportPlace is a line of the ranking in a report.
type ReportPlace struct {
	Place  int             `json:"place"` // 0: they have played too few games
	Entry  league.Entry    `json:"entry"`
	Player league.PlayerID `json:"player"`
	Name   string          `json:"name"`
}

// ReportStaff is a person who ran the event.
type ReportStaff struct {
	Name string `json:"name"`
	Role string `json:"role"`
}

// ReportExpulsion is a player who was expelled.
type ReportExpulsion struct {
	Entry  league.Entry `json:"entry"`
	Name   string       `json:"name"`
	Round  int          `json:"round"`
	During bool         `json:"during"` // a game
	Reason string       `json:"reason"` // as the referee gave it
	league.Grounds
}

// ReportPhoto is a kind of photos that the event has.
type ReportPhoto struct {
	Kind  string `json:"kind"`
	Round int    `json:"round,omitempty"` // 0: nobody said so
}

// Papers holds an event's report in its current state, the findings of its check, and the reports sent before.
type Papers struct {
	*officiating.Situation
	Season *register.Season
	Report Report
	Sent   []facts.Report
	// Own lists the reasons for which the event counts as the reader's own, so that others decide about it; none
	// if it does not.
	Own []league.Grounds
}

// ViewReport makes the report of an event in its current state, for an account at a moment.
func (d Desk) ViewReport(door tenantdb.Door, id league.EventID, account uuid.UUID, now time.Time) (Papers, error) {
	s, err := d.View(door, id)
	if err != nil {
		return Papers{}, err
	}
	if s.Event.SeasonID == nil {
		return Papers{}, league.NotNow("event-outside-season")
	}
	of, err := d.ViewSeason(door, *s.Event.SeasonID)
	if err != nil {
		return Papers{}, err
	}
	if of.Event(id) == nil { // the season does not list it: it is not public, was called off, or taken out of the season meanwhile
		if s.Event.State == facts.Finished {
			return Papers{}, league.NotNow("event-outside-season")
		}
		return Papers{}, league.NotNow("event-state", "state", string(s.Event.State), "wanted", string(facts.Finished))
	}
	p, err := d.papers(door, s, of)
	if err != nil {
		return p, err
	}
	had, err := desk.LoadInvolvements(door, []facts.Event{s.Event}, account, now)
	p.Own = of.Own(s.Event, account, had)
	return p, err
}

func (d Desk) papers(door tenantdb.Door, s *officiating.Situation, of *register.Season) (Papers, error) {
	p := Papers{Situation: s, Season: of}
	var staff []facts.Staff
	b := &tenantdb.Batch{}
	leaguedb.LoadStaff(b, &staff, s.Event.ID)
	leaguedb.LoadReports(b, &p.Sent, s.Event.ID)
	if err := door.Send(b); err != nil {
		return p, err
	}
	p.Report = report(s, staff, of)
	return p, nil
}

func report(s *officiating.Situation, staff []facts.Staff, of *register.Season) Report {
	state, _ := of.EventState(s.Event.ID)
	r := Report{Event: importdesk.Document(s), Entered: state.Entered, Played: state.Played, Refused: state.Refused, Ranking: []ReportPlace{}, Staff: []ReportStaff{}}
	for _, row := range s.State.Final {
		if e := s.Entry(row.Entry); e != nil {
			r.Ranking = append(r.Ranking, ReportPlace{Place: row.Place, Entry: row.Entry, Player: e.PlayerID, Name: e.PlayerName})
		}
	}
	for _, member := range staff {
		r.Staff = append(r.Staff, ReportStaff{Name: member.Name, Role: member.Role})
	}
	for _, expelled := range s.State.Record.Expelled {
		out := ReportExpulsion{
			Entry: expelled.Entry, Round: expelled.At.Round, During: expelled.At.During, Reason: given(s, expelled.Sanction), Grounds: expelled.Grounds,
		}
		if e := s.Entry(expelled.Entry); e != nil {
			out.Name = e.PlayerName
		}
		r.Expelled = append(r.Expelled, out)
	}
	for _, photo := range of.Documents[s.Event.ID] {
		out := ReportPhoto{Kind: photo.Kind}
		if photo.Round != nil {
			out.Round = *photo.Round
		}
		r.Photos = append(r.Photos, out)
	}
	return r
}

// given returns the reason that the referee wrote down for a sanction: if the referee named an offense of the
// ruleset's list, the engines know only that.
func given(s *officiating.Situation, sanction league.Sanction) string {
	for _, x := range s.Sanctions {
		if x.ID.String() == sanction.Ref {
			return x.Reason
		}
	}
	return sanction.Reason
}

// NewReport is a report to be sent.
type NewReport struct {
	Notes string
	// Late confirms that the sender knows that the report is late.
	Late bool
	// ReceivedAt is the time at which papers sent by post arrived, as given by the person who checks them; the
	// zero time is now.
	ReceivedAt time.Time
	// ByChecker reports that the sender may decide about the report.
	ByChecker bool
}

// SendReport sends the report of an event that has ended to the people who homologate it: once, and again each
// time it was returned. It takes a late one only if it is sent as late (CN09 1.11).
func (d Desk) SendReport(tx tenantdb.Tx, act desk.Act, id league.EventID, n NewReport) (Papers, error) {
	s, of, err := eventdesk.At(d.Desk).OpenInSeason(tx, id)
	if err != nil {
		return Papers{}, err
	}
	if err := of.MayReport(s.Event); err != nil {
		return Papers{}, err
	}
	received := n.ReceivedAt
	if received.IsZero() {
		received = act.Now
	}
	if err := (homologation.Receipt{At: n.ReceivedAt, Late: n.Late, ByChecker: n.ByChecker}).Check(of.RulesOf(s.Event), s.Event, act.Now); err != nil {
		return Papers{}, err
	}
	p, err := d.papers(tx, s, of)
	if err != nil {
		return Papers{}, err
	}
	had, err := desk.LoadInvolvements(tx, []facts.Event{s.Event}, act.By, act.Now)
	if err != nil {
		return Papers{}, err
	}
	p.Own = of.Own(s.Event, act.By, append(had, facts.Involvement{EventID: id, AccountID: act.By, As: facts.AsReporter}))
	p.Report.Notes = n.Notes
	sent, err := p.Report.sent(received, act.Now)
	if err != nil {
		return Papers{}, fmt.Errorf("report of event %s: %w", id, err)
	}
	sent.Number = len(p.Sent) + 1
	p.Sent = append(p.Sent, sent)
	late := of.LateAt(s.Event, received)
	p.Season = of.Reported(s.Event, facts.ReportReceipt{EventID: id, Number: sent.Number, ReceivedAt: sent.ReceivedAt})
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddReport(b, id, sent, act.By) })
	act.Record.Log(id.UUID, leaguelog.ReportSent{Number: sent.Number, Received: rules.DayOf(received.In(s.Event.Location())), Late: late, Digest: sent.Digest})
	act.Record.Audit("report", n.Notes, nil, map[string]any{"number": sent.Number, "receivedAt": sent.ReceivedAt, "late": late, "digest": sent.Digest})
	return p, nil
}

// sent returns a report in its stored form, with its digest.
func (r Report) sent(received, at time.Time) (facts.Report, error) {
	r.Refused = slices.Clone(r.Refused)
	for i, refusal := range r.Refused {
		r.Refused[i].Grounds = register.Discreet(refusal.Grounds)
	}
	document, err := json.Marshal(r)
	sum := sha256.Sum256(document)
	return facts.Report{ReceivedAt: received.UTC(), SentAt: at, Notes: r.Notes, Digest: hex.EncodeToString(sum[:]), Document: document}, err
}
