package eventfile

import (
	"slices"
	"strings"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// event reads the sheet of the event; ok tells that its ruleset is known, without
// which the other sheets cannot be read.
func (r *reading) event() (ok bool) {
	at := r.fieldLines()
	get := func(field string) *line { return at[field] }
	value := func(field string) cell {
		if l := get(field); l != nil {
			return l.cell(colValue)
		}
		return cell{}
	}
	fault := func(field, reason string, params ...string) {
		if l := get(field); l != nil {
			l.fault(colValue, reason, params...)
			return
		}
		r.fault(Fault{Place: Place{Sheet: sheetEvent, Column: field}, Fault: league.Fault{Grounds: grounds(reason, params...)}})
	}
	if format := value(fieldFormat).text; format != FormatName {
		fault(fieldFormat, "unknown-format", "want", FormatName)
		return false
	}
	if r.language = strings.ToLower(value(fieldLanguage).text); r.language != "" && !slices.Contains(Languages(), r.language) {
		fault(fieldLanguage, "unknown-language", "languages", strings.Join(Languages(), ", "))
	}
	r.announcement(value, fault)
	r.chosen(get, value, fault)
	for pointer, field := range eventPlaces {
		if l := get(field); l != nil {
			l.stands(pointer, colValue)
		}
	}
	r.doc.Ruleset.Readings = r.readings(at)
	var err error
	if r.rules, err = r.rulesets(r.doc.Ruleset); err != nil {
		r.faults = append(r.faults, placed(r.places, rulesetFaults(r.doc.Ruleset, err))...)
		return false
	}
	return true
}

// eventPlaces are the fields that hold the members of a document.
var eventPlaces = map[string]string{
	"/event": fieldTitle, "/event/title": fieldTitle, "/event/kind": fieldKind, "/event/startsAt": fieldDate, "/event/timeZone": fieldZone,
	"/event/venue/name": fieldVenue, "/event/venue/address": fieldAddress, "/event/venue/city": fieldCity, "/event/fee": fieldFee,
	"/event/fee/amount": fieldFee, "/event/fee/currency": fieldCurrency, "/event/capacity": fieldCapacity,
	"/event/timeLimitMinutes": fieldTimeLimit, "/event/notes": fieldNotes, "/ruleset": fieldRuleset, "/ruleset/key": fieldRuleset,
	"/ruleset/version": fieldVersion, "/ruleset/digest": fieldDigest, "/facts/variant": fieldVariant, "/facts/formula": fieldFormula,
	"/facts/pairing": fieldPairing, "/facts/structure": fieldRounds, "/facts/structure/rounds": fieldRounds,
	"/facts/structure/semifinal": fieldSemifinal, "/facts/structure/final": fieldFinal,
}

// fieldLines are the lines of the sheet by the field they hold.
func (r *reading) fieldLines() map[string]*line {
	at := map[string]*line{}
	for l := range r.lines(sheetEvent) {
		name := l.text(colField)
		if i := slices.IndexFunc(fields, func(f string) bool { return strings.EqualFold(f, name) }); i >= 0 {
			name = fields[i]
		} else if !strings.HasPrefix(name, fieldReading) {
			l.fault(colField, "unknown-field")
			continue
		}
		if at[name] != nil {
			l.fault(colField, "field-twice", "field", name)
			continue
		}
		at[name] = l
	}
	return at
}

func (r *reading) announcement(value func(string) cell, fault func(string, string, ...string)) {
	e := &r.doc.Event
	e.Title, e.Kind, e.TimeZone, e.Notes = value(fieldTitle).text, strings.ToLower(value(fieldKind).text), value(fieldZone).text, value(fieldNotes).text
	e.Venue = Venue{Name: value(fieldVenue).text, Address: value(fieldAddress).text, City: value(fieldCity).text}
	day, ok := date(value(fieldDate), r.language)
	if !ok {
		fault(fieldDate, "not-a-date")
	}
	since, ok := clock(value(fieldTime))
	if !ok {
		fault(fieldTime, "not-a-time")
	}
	hours, minutes, seconds := int(since.Hours()), int(since.Minutes())%60, int(since.Seconds())%60
	e.StartsAt = time.Date(day.Year(), day.Month(), day.Day(), hours, minutes, seconds, 0, zone(e.TimeZone))
	if fee := value(fieldFee); fee.text != "" {
		amount, ok := exact(fee, r.language)
		if !ok {
			fault(fieldFee, "not-a-number")
		}
		e.Fee = &Fee{Amount: amount, Currency: value(fieldCurrency).text}
	}
}

// chosen reads which ruleset, options and structure the event was played by.
func (r *reading) chosen(get func(string) *line, value func(string) cell, fault func(string, string, ...string)) {
	whole := func(field string) int {
		if l := get(field); l != nil {
			n, _ := l.number(colValue)
			return n
		}
		return 0
	}
	yes := func(field string) bool {
		l := get(field)
		return l != nil && l.yes(colValue)
	}
	r.doc.Event.Capacity, r.doc.Event.TimeLimitMinutes = whole(fieldCapacity), whole(fieldTimeLimit)
	r.doc.Ruleset = Ruleset{Key: value(fieldRuleset).text, Version: whole(fieldVersion), Digest: value(fieldDigest).text}
	f := &r.doc.Facts
	f.Variant, f.Formula, f.Pairing = value(fieldVariant).text, value(fieldFormula).text, rules.PairingSystem(value(fieldPairing).text)
	if value(fieldRounds).text != "" {
		f.Structure = &rules.Structure{Rounds: whole(fieldRounds), Semifinal: yes(fieldSemifinal), Final: yes(fieldFinal)}
	} else if yes(fieldSemifinal) || yes(fieldFinal) {
		fault(fieldRounds, "cell-missing")
	}
}

func (r *reading) readings(at map[string]*line) map[string]string {
	out := map[string]string{}
	for name, l := range at {
		if key, ok := strings.CutPrefix(name, fieldReading); ok {
			out[key] = l.text(colValue)
			l.stands("/ruleset/readings/"+key, colValue)
		}
	}
	return out
}
