package draws

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"referto/internal/league"
	"referto/internal/league/schedule"
	"referto/internal/league/seating"
)

// Report contains the findings of [Verify].
type Report struct {
	// Checked describes the parts that were recomputed with the same result.
	Checked []string
	// Believed describes the parts that cannot be derived from the document.
	Believed []string
	// Difference is the first difference; "" if there is none.
	Difference string
}

// Verify checks the document of a round's draw or of an event's. It returns an error if the
// document is neither, so that nothing could be checked.
func Verify(document []byte) (Report, error) {
	members, err := decode(document)
	if err != nil {
		return Report{}, err
	}
	v := &verifier{instead: make(map[league.Entry]league.Entry)}
	if _, ofRound := members["format"]; ofRound {
		var d Round
		if err := strictly(document, &d); err != nil {
			return Report{}, err
		}
		if d.Format != Format && (d.Format != FormatApart || d.Seating.Apart == nil) {
			return Report{}, fmt.Errorf("the format is %q; this program knows %q, and %q where people are kept apart", d.Format, Format, FormatApart)
		}
		if err = required(members); err == nil {
			err = v.round(&d)
		}
	} else {
		var d Event
		if err := strictly(document, &d); err != nil {
			return Report{}, err
		}
		err = v.event(&d)
	}
	if err == nil {
		err = v.hash(document, members["hash"])
	}
	var differs *difference
	if err != nil && !errors.As(err, &differs) {
		return Report{}, err
	}
	if differs != nil {
		v.report.Difference = differs.text
	}
	return v.report, nil
}

// required checks that no member is missing that every draw of a round has.
func required(members map[string]any) error {
	for _, name := range []string{"event", "round", "kind", "draw", "seating", "plan", "reasons", "tables", "repeats"} {
		if _, there := members[name]; !there {
			return differs("%s: missing", name)
		}
	}
	return nil
}

// strictly decodes a document and refuses unknown members.
func strictly(document []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(document))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("not the document of a draw: %w", err)
	}
	return nil
}

// difference is the error that ends a check.
type difference struct{ text string }

// Error returns the difference in words.
func (d *difference) Error() string { return d.text }

func differs(format string, args ...any) error { return &difference{fmt.Sprintf(format, args...)} }

// verifier checks one document.
type verifier struct {
	report Report
	// drawn are the start numbers to which the seed is bound, in ascending order; entrants are
	// those who play, including replacements. Instead maps a replaced entry to its replacement.
	// Lots are the tie-break lots.
	drawn    []league.Entry
	entrants []league.Entry
	instead  map[league.Entry]league.Entry
	lots     map[league.Entry]int
	places   map[league.Entry]int
	planned  []Table // the tables of the plan without the absent
}

func (v *verifier) checked(format string, args ...any) {
	v.report.Checked = append(v.report.Checked, fmt.Sprintf(format, args...))
}

func (v *verifier) believed(what string) { v.report.Believed = append(v.report.Believed, what) }

// inOrder runs checks until one finds a difference.
func inOrder(checks ...func() error) error {
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (v *verifier) event(d *Event) error {
	return inOrder(
		func() error { return v.drawing(&d.Lots) },
		func() error {
			if !slices.Equal(slices.Sorted(slices.Values(d.CheckedIn)), v.entrants) {
				return differs("checkedIn is not the list of entrants")
			}
			return nil
		},
		func() error { return v.laterRounds(d) },
		func() error { return v.whole(d.Schedule) },
		func() error { return v.quality(d) },
	)
}

// laterRounds checks the orders drawn for the rounds after the first.
func (v *verifier) laterRounds(d *Event) error {
	for i, round := range d.Rounds {
		if round.Round != i+2 {
			return differs("rounds: round %d stands where round %d should", round.Round, i+2)
		}
		switch round.Method {
		case Drawn:
			seed, _ := hex.DecodeString(d.Seed) // checked before
			if want := seating.Shuffle([32]byte(seed), seating.PurposeRound(round.Round), v.drawn); !slices.Equal(round.Order, want) {
				return differs("rounds: the order drawn for round %d is %v", round.Round, want)
			}
			v.checked("the order of round %d follows from the seed", round.Round)
		case ByHand:
			if round.Reason == "" || !slices.Equal(slices.Sorted(slices.Values(round.Order)), v.drawn) {
				return differs("rounds: the order drawn by hand for round %d has no reason, or not everybody once", round.Round)
			}
			v.believed(fmt.Sprintf("the order drawn by hand for round %d, and why", round.Round))
		default:
			return differs("rounds: round %d was drawn by %q", round.Round, round.Method)
		}
	}
	return nil
}

// quality measures the schedule again, and makes it again if an algorithm made it.
func (v *verifier) quality(d *Event) error {
	if d.Quality == nil {
		return nil
	}
	if len(v.drawn) == 0 {
		return differs("quality: nobody plays by a schedule")
	}
	var rounds [][][]int
	for _, round := range d.Schedule {
		var tables [][]int
		for _, table := range round.Tables {
			if len(table.Entries) == 0 {
				return differs("schedule: nobody sits at table %d of round %d", table.Number, round.Round)
			}
			tables = append(tables, v.numbersOf(table.Entries))
		}
		rounds = append(rounds, tables)
	}
	q := schedule.Measure(rounds)
	if want := (Quality{d.Quality.Algorithm, q.Repeats, q.LeastRepeats, q.Short, q.Seats}); *d.Quality != want {
		return differs("quality: that of the schedule is %+v", want)
	}
	v.checked("the schedule is as good as it says")
	return nil
}

// numbersOf numbers entrants by the order of their start numbers.
func (v *verifier) numbersOf(entries []league.Entry) []int {
	numbers := make([]int, len(entries))
	for i, entry := range entries {
		numbers[i], _ = slices.BinarySearch(v.drawn, entry)
	}
	return numbers
}

// whole checks that every round of a schedule seats everybody once.
func (v *verifier) whole(schedule []Earlier) error {
	for i, round := range schedule {
		if round.Round != i+1 {
			return differs("schedule: round %d stands where round %d should", round.Round, i+1)
		}
		if err := v.sit(fmt.Sprintf("schedule of round %d", round.Round), round.Tables, true); err != nil {
			return err
		}
	}
	if len(schedule) > 0 {
		v.checked("the schedule seats everybody once in each of its %d rounds", len(schedule))
		v.believed("that the tables of the schedule are those of the ruleset; the draw of each round has its places")
	}
	return nil
}

// sit checks that tables are numbered from 1 and seat entrants, each once, and with all, everybody.
func (v *verifier) sit(where string, tables []Table, all bool) error {
	seen := make(map[league.Entry]bool)
	for i, table := range tables {
		if table.Number != i+1 {
			return differs("%s: table %d stands where table %d should", where, table.Number, i+1)
		}
		for _, entry := range table.Entries {
			switch {
			case !v.started(entry):
				return differs("%s: table %d seats %d, who did not start", where, table.Number, entry)
			case seen[entry]:
				return differs("%s: %d sits twice", where, entry)
			}
			seen[entry] = true
		}
	}
	if all && len(seen) != len(v.entrants) {
		return differs("%s: %d of %d entrants sit", where, len(seen), len(v.entrants))
	}
	return nil
}

func (v *verifier) started(entry league.Entry) bool {
	_, found := slices.BinarySearch(v.entrants, entry)
	return found
}

func (v *verifier) hash(document []byte, given any) error {
	computed, err := Hash(document)
	if err != nil {
		return err
	}
	if given != computed {
		return differs("hash is %v, that of the document is %s: something was changed that follows from nothing else", given, computed)
	}
	v.checked("the hash of the document is %s", computed)
	return nil
}
