package season_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// describe writes the derived state of a book, a line for each subject:
//
//	a1: grande-torneo 28/26 homologated          an event: tier, entered/played, standing;
//	    then +photos-missing 1.6.a …             what it fails, !announced-late 2.3 what it
//	                                             breaks, -anna banned 1.5 whom it refuses
//	A: final 4 (1.7.2) anna bo +cesare           a region: how its final is played, who
//	                                             plays, + who is called up
//	    result homologated valid true        the final that was played,
//	    then +photos-missing 1.6.a …             what its papers lack
//	A: merged (1.7.1) with B: anna
//	A: final 3 (1.7.3) anna bo dora result homologated valid true -carla
//	                                             its final was played: whom it leads nowhere,
//	                                             !final-late 1.4 what is only noted
//	a1/1: national anna held paid (1.9)          a place: who has it, how, the paragraph of
//	a2/1: regional A - lost (1.9)                its last step
//	A/1, champion                                those of a regional final, of the champion
func (b *book) describe() map[string]string {
	s := b.state()
	out := make(map[string]string)
	register := make(map[season.PlaceID]season.Place)
	for _, p := range s.Places {
		register[p.ID] = p
		subject := b.subject(p)
		out[subject] = b.place(p)
	}
	for _, e := range s.Events {
		out[b.names[e.ID.UUID]] = b.describeEvent(e)
	}
	for _, r := range s.Regions {
		out[b.names[r.Region.UUID]] = b.describeRegion(r, register)
	}
	return out
}

// check compares the state with the lines that a test expects. A subject with "-" must be absent.
func (b *book) check(want string) {
	b.t.Helper()
	got := b.describe()
	for line := range strings.Lines(want) {
		subject, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		rest = strings.TrimSpace(rest)
		if rest == "-" {
			rest = ""
		}
		if got[subject] != rest {
			b.t.Errorf("%s: got %q, want %q", subject, got[subject], rest)
		}
	}
}

// subject returns the name of a place in the tests: "a1/2", "A/1", "champion",
// "+cesare".
func (b *book) subject(p season.Place) string {
	switch p.Origin.Kind {
	case season.FromEvent:
		return fmt.Sprintf("%s/%d", b.names[p.Origin.Event.UUID], p.Origin.Rank)
	case season.FromRegionalFinal:
		return fmt.Sprintf("%s/%d", b.names[p.Origin.Region.UUID], p.Origin.Rank)
	case season.FromChampionship:
		return "champion"
	}
	return "+" + b.names[p.Holder.UUID]
}

func (b *book) place(p season.Place) string {
	words := []string{strings.TrimSuffix(string(p.To), "-final")}
	if p.To == rules.ToRegionalFinal {
		words = append(words, b.names[p.Region.UUID])
	}
	words = append(words, b.name(p.Holder.UUID), string(p.State))
	if p.Refund {
		words = append(words, "paid")
	}
	if p.Substitute {
		words = append(words, "substitute")
	}
	if p.Provisional {
		words = append(words, "provisional")
	}
	return strings.Join(append(words, "("+p.Steps[len(p.Steps)-1].Par+")"), " ")
}

func (b *book) name(id uuid.UUID) string {
	if id == uuid.Nil {
		return "-"
	}
	return b.names[id]
}

func (b *book) describeEvent(e season.EventState) string {
	text := fmt.Sprintf("%s %d/%d %s", e.Tier.ID, e.Entered, e.Played, e.Standing)
	for _, c := range e.Failed() {
		text += " +" + string(c.Demand) + " " + c.Par
	}
	for _, g := range e.Breaches {
		text += " !" + g.Reason + " " + g.Par
	}
	for _, r := range e.Refused {
		text += " -" + b.names[r.Player.UUID] + " " + r.Reason + " " + r.Par
	}
	if p := e.Prizes; p != nil && p.Keep {
		text += " prizes kept " + p.Par
	} else if p != nil {
		text += fmt.Sprintf(" prizes back %s or %d %s", p.ReturnBy, p.Pay.Cents, p.Par)
	}
	return text
}

func (b *book) describeRegion(r season.RegionState, register map[season.PlaceID]season.Place) string {
	text := string(r.Format.Kind)
	if r.Format.Field > 0 {
		text += fmt.Sprintf(" %d", r.Format.Field)
	}
	if r.Format.Semifinals > 0 {
		text += fmt.Sprintf(" after %d tables", r.Format.Semifinals)
	}
	text += " (" + r.Format.Par + ")"
	if r.Host != r.Region {
		text += " with " + b.names[r.Host.UUID]
	}
	for _, id := range r.Finalists {
		mark := ""
		if slices.Contains(r.CalledUp, id) {
			mark = "+"
		}
		text += " " + mark + b.names[register[id].Holder.UUID]
	}
	if r.Result != nil {
		text += fmt.Sprintf(" result %s valid %t", r.Result.Standing, r.Result.Valid)
		for _, c := range r.Result.Checks {
			if c.Result == season.Failed && c.Demand != season.FinalistWithoutPlace {
				text += " +" + string(c.Demand) + " " + c.Par
			}
		}
		for _, player := range r.Result.WithoutPlace {
			text += " -" + b.names[player.UUID]
		}
		for _, g := range r.Result.Noted() {
			text += " !" + g.Reason + " " + g.Par
		}
	}
	return text
}
