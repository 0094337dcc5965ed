package eventfile

import (
	"slices"
	"strings"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// event reads the sheet of the event; ok is false if its ruleset is unknown, without which the
// other sheets cannot be read.
func (r *reading) event() (ok bool) {
	r.fieldLines()
	if format := r.value(fieldFormat).text; format != FormatName {
		r.fieldFault(fieldFormat, "unknown-format", "want", FormatName)
		return false
	}
	if r.language = strings.ToLower(r.value(fieldLanguage).text); r.language != "" && !slices.Contains(Languages(), r.language) {
		r.fieldFault(fieldLanguage, "unknown-language", "languages", strings.Join(Languages(), ", "))
	}
	r.announcement()
	r.chosen()
	for pointer, field := range eventPlaces {
		if l := r.fields[field]; l != nil {
			l.stands(pointer, colValue)
		} else {
			r.places[pointer] = Place{Sheet: sheetEvent, Column: field}
		}
	}
	r.doc.Ruleset.Readings = r.readings()
	var err error
	if r.rules, err = r.rulesets(r.doc.Ruleset); err != nil {
		r.faults = append(r.faults, placed(r.places, rulesetFaults(r.doc.Ruleset, err))...)
		return false
	}
	return true
}

// eventPlaces maps the members of a document to the fields that hold them.
var eventPlaces = map[string]string{
	"/event": fieldTitle, "/event/title": fieldTitle, "/event/kind": fieldKind, "/event/startsAt": fieldDate, "/event/timeZone": fieldZone,
	"/event/venue/name": fieldVenue, "/event/venue/address": fieldAddress, "/event/venue/city": fieldCity, "/event/venue": fieldLatitude,
	"/event/venue/latitude": fieldLatitude, "/event/venue/longitude": fieldLongitude, "/outcome": fieldElsewhere, "/event/fee": fieldFee,
	"/event/fee/amount": fieldFee, "/event/fee/currency": fieldCurrency, "/event/capacity": fieldCapacity,
	"/event/timeLimitMinutes": fieldTimeLimit, "/event/notes": fieldNotes, "/ruleset": fieldRuleset, "/ruleset/key": fieldRuleset,
	"/ruleset/version": fieldVersion, "/ruleset/digest": fieldDigest, "/facts/variant": fieldVariant, "/facts/target": fieldTarget, "/facts/formula": fieldFormula,
	"/facts/pairing": fieldPairing, "/facts/structure": fieldRounds, "/facts/structure/rounds": fieldRounds,
	"/facts/structure/semifinal": fieldSemifinal, "/facts/structure/final": fieldFinal, "/facts/structure/advance": fieldAdvance,
}

// fieldLines sets the lines of the sheet by their fields.
func (r *reading) fieldLines() {
	r.fields = map[string]*line{}
	for _, l := range r.lines(sheetEvent) {
		name := l.text(colField)
		if i := slices.IndexFunc(fields, func(f string) bool { return strings.EqualFold(f, name) }); i >= 0 {
			name = fields[i]
		} else if !strings.HasPrefix(name, fieldReading) {
			l.fault(colField, "unknown-field")
			continue
		}
		if r.fields[name] != nil {
			l.fault(colField, "field-twice", "field", name)
			continue
		}
		r.fields[name] = l
	}
}

// value returns the cell of a field.
func (r *reading) value(field string) cell {
	if l := r.fields[field]; l != nil {
		return l.cell(colValue)
	}
	return cell{}
}

// fieldFault makes a fault of a field, which may be missing.
func (r *reading) fieldFault(field, reason string, params ...string) {
	if l := r.fields[field]; l != nil {
		l.fault(colValue, reason, params...)
		return
	}
	r.fault(at(Place{Sheet: sheetEvent, Column: field}, reason, params...))
}

func (r *reading) announcement() {
	e := &r.doc.Event
	e.Title, e.Kind, e.TimeZone, e.Notes = r.value(fieldTitle).text, strings.ToLower(r.value(fieldKind).text), r.value(fieldZone).text, r.value(fieldNotes).text
	e.Venue = Venue{Name: r.value(fieldVenue).text, Address: r.value(fieldAddress).text, City: r.value(fieldCity).text}
	day, ok := date(r.value(fieldDate), r.language)
	if !ok {
		r.fieldFault(fieldDate, "not-a-date")
	}
	since, ok := clock(r.value(fieldTime))
	if !ok {
		r.fieldFault(fieldTime, "not-a-time")
	}
	hours, minutes, seconds := int(since.Hours()), int(since.Minutes())%60, int(since.Seconds())%60
	e.StartsAt = time.Date(day.Year(), day.Month(), day.Day(), hours, minutes, seconds, 0, zone(e.TimeZone))
	e.Venue.Latitude, e.Venue.Longitude = r.degrees(fieldLatitude), r.degrees(fieldLongitude)
	if fee := r.value(fieldFee); fee.text != "" {
		amount, ok := exact(fee, r.language)
		if !ok {
			r.fieldFault(fieldFee, "not-a-number")
		}
		e.Fee = &Fee{Amount: amount, Currency: r.value(fieldCurrency).text}
	}
}

// degrees returns the number of a field; nil for none.
func (r *reading) degrees(field string) *league.Frac {
	if l := r.fields[field]; l != nil {
		return l.frac(colValue)
	}
	return nil
}

// chosen reads the ruleset, options and structure of the event.
func (r *reading) chosen() {
	whole := func(field string) int {
		if l := r.fields[field]; l != nil {
			n, _ := l.number(colValue)
			return n
		}
		return 0
	}
	yes := func(field string) bool {
		l := r.fields[field]
		return l != nil && l.yes(colValue)
	}
	r.doc.Event.Capacity, r.doc.Event.TimeLimitMinutes = whole(fieldCapacity), whole(fieldTimeLimit)
	r.doc.Ruleset = Ruleset{Key: r.value(fieldRuleset).text, Version: whole(fieldVersion), Digest: r.value(fieldDigest).text}
	f := &r.doc.Facts
	f.Variant, f.Formula, f.Pairing = r.value(fieldVariant).text, r.value(fieldFormula).text, rules.PairingSystem(r.value(fieldPairing).text)
	f.Target = whole(fieldTarget)
	agreed := rules.Structure{Rounds: whole(fieldRounds), Semifinal: yes(fieldSemifinal), Final: yes(fieldFinal), Advance: whole(fieldAdvance)}
	if r.value(fieldRounds).text != "" {
		f.Structure = &agreed
	} else if agreed != (rules.Structure{}) {
		r.fieldFault(fieldRounds, "cell-missing")
	}
	if yes(fieldElsewhere) {
		r.doc.Outcome = &Outcome{}
	}
}

func (r *reading) readings() map[string]string {
	out := map[string]string{}
	for name, l := range r.fields {
		if key, ok := strings.CutPrefix(name, fieldReading); ok {
			out[key] = l.text(colValue)
			l.stands("/ruleset/readings/"+key, colValue)
		}
	}
	return out
}
