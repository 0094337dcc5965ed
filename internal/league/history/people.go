package history

import (
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/likeness"
)

// Match is the way in which a person of a table was identified.
type Match string

// The matches.
const (
	Known  Match = "known"  // somebody of the register
	Added  Match = "new"    // somebody to add to it
	Same   Match = "same"   // the person of an earlier line of the table
	Undone Match = "undone" // a question for the staff
)

// Basis is a property that two records have in common.
type Basis string

// The bases.
const (
	ByName      Basis = "name"
	ByMail      Basis = "mail"
	ByBirthYear Basis = "birth-year"
	ByClub      Basis = "club"
	ByMember    Basis = "member"
	ByDecision  Basis = "decision"
)

// Rest is the treatment of people without a decision of their own.
type Rest string

// The rests.
const (
	Ask      Rest = ""      // each is a question
	TakeOne  Rest = "known" // people with only one possible match are that one
	AddAsNew Rest = "new"   // they are added to the register
)

// Decision identifies the person of a line that is their first: one of the register, one of another
// line, or, with neither, somebody new.
type Decision struct {
	Player league.PlayerID `json:"player,omitzero"`
	SameAs int             `json:"sameAs,omitempty"` // line
}

// Decisions are the answers to the questions about people of a table: by line, and for all other
// lines.
type Decisions struct {
	ByLine map[int]Decision `json:"byLine,omitempty"`
	Rest   Rest             `json:"rest,omitempty"`
}

// Candidate is a possible match for the person of a line: of the register, or of an earlier line.
type Candidate struct {
	Player league.PlayerID `json:"player,omitzero"`
	Line   int             `json:"line,omitempty"`
	Name   string          `json:"name"`
	Club   string          `json:"club,omitempty"`
	Born   int             `json:"born,omitempty"`
	By     []Basis         `json:"by"` // common properties
}

// Answer is the identification of a person of a table.
type Answer struct {
	Match      Match
	Player     league.PlayerID // if Known
	As         int             // position of the same person, earlier in the list
	By         []Basis
	Candidates []Candidate // for a question
}

// certain reports whether common properties leave no doubt: the name and any other one.
func certain(by []Basis) bool {
	return slices.Contains(by, ByName) && len(by) > 1
}

// common returns the properties that a person of a table has in common with a record found by an
// [index]; nil if they are two people, which different years of birth or numbers prove.
func common(p Someone, r facts.HistoryRecord) (by []Basis) {
	if p.Born != 0 && r.Born != 0 && p.Born != r.Born || p.Member != "" && r.Member != "" && p.Member != r.Member {
		return nil
	}
	add := func(is bool, b Basis) {
		if is {
			by = append(by, b)
		}
	}
	add(p.Key == r.Key, ByName)
	add(p.Mail != "" && p.Mail == r.Mail, ByMail)
	add(p.Member != "" && p.Member == r.Member, ByMember)
	add(p.Born != 0 && p.Born == r.Born, ByBirthYear)
	add(p.Club != "" && slices.ContainsFunc(r.Clubs, func(club string) bool { return likeness.Fold(p.Club) == likeness.Fold(club) }), ByClub)
	return by
}

// index finds records that may have properties in common with a person.
type index struct {
	key, mail, member map[string][]int
}

func newIndex() index {
	return index{map[string][]int{}, map[string][]int{}, map[string][]int{}}
}

func (x index) add(key, mail, member string, i int) {
	x.key[key] = append(x.key[key], i)
	if mail != "" {
		x.mail[mail] = append(x.mail[mail], i)
	}
	if member != "" {
		x.member[member] = append(x.member[member], i)
	}
}

func (x index) like(p Someone) []int {
	list := slices.Concat(x.key[p.Key], x.mail[p.Mail], x.member[p.Member])
	slices.Sort(list)
	return slices.Compact(list)
}

// Decide identifies the people of a table; the answers are parallel to them. Wrong decisions, and
// names with too many namesakes, are added to the faults of the table.
func (f *File) Decide(register []facts.HistoryRecord, d Decisions) []Answer {
	if f.Faulty > 0 {
		return nil
	}
	d.check(f)
	records, earlier := newIndex(), newIndex()
	for i, r := range register {
		records.add(r.Key, r.Mail, r.Member, i)
	}
	answers := make([]Answer, len(f.People))
	tooMany := map[string]bool{}
	for i, p := range f.People {
		if n := len(records.key[p.Key]) + len(earlier.key[p.Key]); n >= MostAlike {
			if !tooMany[p.Key] {
				tooMany[p.Key] = true
				f.fault(p.Line, "", p.Name, "too-many-namesakes", "limit", strconv.Itoa(MostAlike), "name", p.Name)
			}
			continue
		}
		answers[i] = f.identify(i, register, records, earlier, d, answers)
		earlier.add(p.Key, p.Mail, "", i)
	}
	return answers
}

// check adds faults for decisions about lines that are no person's first.
func (d Decisions) check(f *File) {
	first := make(map[int]bool, len(f.People))
	for _, p := range f.People {
		first[p.Line] = true
	}
	for _, line := range sortedLines(d.ByLine) {
		if !first[line] {
			f.fault(line, "", "", "decided-of-nobody", "line", strconv.Itoa(line))
		}
	}
}

func sortedLines(m map[int]Decision) []int {
	list := make([]int, 0, len(m))
	for line := range m {
		list = append(list, line)
	}
	slices.Sort(list)
	return list
}

// identify identifies the person at a position.
func (f *File) identify(i int, register []facts.HistoryRecord, records, earlier index, d Decisions, answers []Answer) Answer {
	p := f.People[i]
	var a Answer
	var sure []Candidate
	for _, j := range records.like(p) {
		r := register[j]
		by := common(p, r)
		if by == nil {
			continue
		}
		c := Candidate{Player: r.Player, Name: r.Name, Club: r.Club, Born: r.Born, By: by}
		// A person with several records is one candidate, by the record with most in common.
		if k := slices.IndexFunc(a.Candidates, func(o Candidate) bool { return o.Player == r.Player }); k < 0 {
			a.Candidates = append(a.Candidates, c)
		} else if len(by) > len(a.Candidates[k].By) || certain(by) && !certain(a.Candidates[k].By) {
			a.Candidates[k] = c
		}
	}
	for _, c := range a.Candidates {
		if certain(c.By) {
			sure = append(sure, c)
		}
	}
	for _, j := range earlier.like(p) {
		o := f.People[j]
		if answers[j].Match == Same || p.Member != "" && o.Member != "" {
			continue // considered already, or two people by their numbers
		}
		if by := common(p, facts.HistoryRecord{Key: o.Key, Mail: o.Mail, Clubs: []string{o.Club}, Born: o.Born}); by != nil {
			a.Candidates = append(a.Candidates, Candidate{Line: o.Line, Name: o.Name, Club: o.Club, Born: o.Born, By: by})
		}
	}
	if decision, decided := d.ByLine[p.Line]; decided {
		return f.decided(i, decision, a, answers)
	}
	switch {
	case len(a.Candidates) == 0:
		return Answer{Match: Added}
	case len(sure) == 1:
		return Answer{Match: Known, Player: sure[0].Player, By: sure[0].By}
	case d.Rest == AddAsNew:
		return Answer{Match: Added, By: []Basis{ByDecision}}
	case d.Rest == TakeOne && len(a.Candidates) == 1:
		c := a.Candidates[0]
		return f.decided(i, Decision{Player: c.Player, SameAs: c.Line}, a, answers)
	}
	a.Match = Undone
	return a
}

// decided applies the decision about a person.
func (f *File) decided(i int, d Decision, a Answer, answers []Answer) Answer {
	p, none := f.People[i], league.PlayerID{}
	switch {
	case d.Player == none && d.SameAs == 0:
		return Answer{Match: Added, By: []Basis{ByDecision}}
	case d.SameAs == 0 && slices.ContainsFunc(a.Candidates, func(c Candidate) bool { return c.Player == d.Player }):
		return Answer{Match: Known, Player: d.Player, By: []Basis{ByDecision}}
	case d.Player == none && slices.ContainsFunc(a.Candidates, func(c Candidate) bool { return c.Line == d.SameAs }):
		j := slices.IndexFunc(f.People, func(o Someone) bool { return o.Line == d.SameAs })
		if other := answers[j]; other.Match == Known {
			return Answer{Match: Known, Player: other.Player, By: []Basis{ByDecision}}
		}
		return Answer{Match: Same, As: j, By: []Basis{ByDecision}}
	}
	f.fault(p.Line, "", p.Name, "not-a-candidate", "entry", fmt.Sprint(p.Line))
	return Answer{Match: Undone, Candidates: a.Candidates}
}

// Questions counts the people about whom a decision is needed.
func Questions(answers []Answer) (n int) {
	for _, a := range answers {
		if a.Match == Undone {
			n++
		}
	}
	return n
}
