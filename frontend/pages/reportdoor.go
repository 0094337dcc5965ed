package pages

import (
	"io"

	"referto/openapi"
)

// ReportDoor is the page on which somebody signs in to read the report of an event. It is the same
// for everybody: report.js asks the API for the report as whoever has signed in.
type ReportDoor struct {
	Reader
	Tenant openapi.Tenant
	Event  openapi.Event
}

// ReportPath is the address of the page below that of its event.
const ReportPath = "/report"

// reportDoorModel is the content of the template report-door.
type reportDoorModel struct {
	frame
	Heading, Event, Back string
	Fields               []fieldModel
}

// reportSettings holds what report.js needs, as JSON in the page.
type reportSettings struct {
	// Report is its address in the API.
	Report string            `json:"report"`
	Words  map[string]string `json:"words"`
}

// ReportDoor writes the page that leads to the report of an event.
func (p *Pages) ReportDoor(out io.Writer, v ReportDoor) error {
	w := v.words()
	heading := w.Text("report.title", nil)
	m := reportDoorModel{
		frame:   v.frame(&v.Tenant, heading+" · "+v.Event.Title, reportAddress(v.Tenant, v.Event)),
		Heading: heading, Event: v.Event.Title, Back: v.link(eventAddress(v.Tenant, v.Event)), Fields: inputs(w, []accountField{fieldEmail, fieldPassword}),
	}
	m.Sheet, m.Data = seasonSheet, reportData(v.Tenant, v.Event)
	m.Report = &reportSettings{Report: m.Data, Words: map[string]string{
		"unreachable": w.Text("account.unreachable", nil), "failed": w.Text("account.failed", nil),
		"show": w.Text("account.show", nil), "hide": w.Text("account.hide", nil),
	}}
	return p.render(out, m.Lang, "report-door", m)
}
