package pages

import (
	"io"

	"referto/openapi"
)

// Merging previews the consequences of merging two records, or of parting them.
type Merging struct {
	Reader
	Tenant openapi.Tenant
	Key    string
	// From is the page, below the site's address, on which it was asked.
	From string
	// Part: two records are separated, not merged.
	Part bool
	// ID names the record, or the pair, as the field "id" of the page before did; Into is the record
	// that is kept.
	ID, Into, Reason string
	Follows          openapi.PlayerMerged
}

// Merging writes the page, which asks once more.
func (p *Pages) Merging(out io.Writer, v Merging) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w := v.words()
	names := map[string]any{"player": v.Follows.Player.Name, "kept": v.Follows.Kept.Name}
	key, act, button := "people.merge-title", ActMerge, "people.merge-sure"
	if v.Part {
		key, act, button = "people.part-title", ActUnmerge, "people.part-sure"
	}
	heading := w.Text(key, names)
	m := peopleModel{
		frame: v.frame(&v.Tenant, heading, peopleAddress(v.Tenant)), Heading: heading, Lead: v.Reason,
		Back: w.Text("people.not-now", nil), BackLink: v.Link(v.From),
	}
	m.Unlisted = true
	forms := &acts{Reader: v.Reader, action: v.Link(v.From), key: v.Key}
	follows := matters{ID: "follows", Title: w.Text("people.follows", nil)}
	for _, line := range v.follows() {
		follows.Items = append(follows.Items, matter{Lines: []matterLine{line}})
	}
	follows.Forms = []actForm{forms.form(actForm{
		Act: act, ID: v.ID, Hidden: []param{{"into", v.Into}, {"reason", v.Reason}}, Buttons: []actButton{{Text: w.Text(button, nil), Primary: true}},
	})}
	m.Parts = []matters{follows}
	return p.render(out, m.Lang, "register", m)
}

// follows lists the consequences, in sentences.
func (v Merging) follows() (lines []matterLine) {
	w, f := v.words(), v.Follows
	say := func(key string, params map[string]any) { lines = append(lines, matterLine{Text: w.Text(key, params)}) }
	say("people.account-"+string(f.Account), map[string]any{"player": f.Player.Name, "kept": f.Kept.Name})
	if f.Unreached {
		say("people.unreached", nil)
	}
	say("people.entered", map[string]any{"player": f.Player.Name, "count": f.Entered})
	if v.Part && f.EnteredSince > 0 {
		say("people.entered-since", map[string]any{"kept": f.Kept.Name, "count": f.EnteredSince})
	}
	if f.Rankings > 0 {
		say("people.rankings", map[string]any{"count": f.Rankings})
	}
	for _, event := range f.Refereed {
		say("people.refereed", map[string]any{"event": event.Title})
	}
	for _, one := range f.Entries {
		lines = append(lines, matterLine{
			Text: w.Text("people.effect-"+string(one.Effect), map[string]any{"player": one.Player.Name, "event": one.Event.Title}) + " " + one.Explanation.Text,
			Rule: v.cite(one.Explanation.Rule),
		})
		for _, up := range one.Promoted {
			say("people.promoted", map[string]any{"player": up.Player.Name})
		}
	}
	return lines
}
