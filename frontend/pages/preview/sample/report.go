package sample

import (
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/pages"
	"referto/openapi"
)

// Report is the report of the stage of Bologna: one photo is missing, one player was
// warned and one did not come.
func Report(reader pages.Reader) (pages.Report, error) {
	played, err := Event(reader, Finished, 0)
	if err != nil {
		return pages.Report{}, err
	}
	view := pages.Report{
		Reader: reader, Tenant: played.Tenant, Event: played.Event, Rounds: played.Rounds, Form: played.Form, Standings: played.Standings,
		Papers: openapi.EventReport{
			Entered: 23, Played: 22,
			Staff: []openapi.ReportedStaff{{Name: "Renato Ghisolfi", Role: openapi.StaffRoleFirstReferee}, {Name: "Ombretta Cini", Role: openapi.StaffRoleOrganizer}},
			Checklist: openapi.Checklist{
				State: openapi.HomologationStateReturned, ReportBy: openapi_types.Date{Time: time.Date(2026, 3, 21, 0, 0, 0, 0, time.UTC)},
				Demands: []openapi.CheckedDemand{
					{Demand: openapi.DemandTooFewPlayers, Result: openapi.CheckedDemandResultMet, Explanation: said("Giocatori: 22. Un torneo vale da 12.", "1.7")},
					{Demand: openapi.DemandPhotosMissing, Result: openapi.CheckedDemandResultFailed, Explanation: said("Manca una foto: il vincitore.", "1.6.a")},
				},
				Findings: []openapi.Finding{
					{Result: openapi.FindingResultFailed, Explanation: said("Espulsioni non convalidate dal primo arbitro: 1.", "5.5b")},
				},
			},
			Photos: []openapi.ReportedPhoto{{Kind: "panorama", Round: 1}, {Kind: "final-table"}},
			Sent: []openapi.SentReport{{
				Number: 1, ReceivedAt: at(15, 18, 30), SentAt: at(15, 18, 30), By: "Ombretta Cini", Notes: "Tutto regolare", Late: true,
				Digest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
			}},
		},
	}
	for _, row := range played.Standings.Rows {
		view.Entries = append(view.Entries, openapi.Entry{Number: row.Entry.Number, Player: row.Entry.Player, State: openapi.EntryStatePlaying})
	}
	absent := openapi.Entry{Number: len(view.Entries) + 1, Player: openapi.PlayerRef{Id: playerID("Ivo Assente"), Name: "Ivo Assente"}, State: openapi.EntryStateNoShow}
	view.Entries = append(view.Entries, absent)
	view.Penalties = []openapi.Sanction{{
		Entry: played.Standings.Rows[4].Entry, Kind: openapi.SanctionKindWarning, Moment: openapi.MomentDuringGame, Round: 2,
		Reason: "Ha guardato le carte del vicino", Rule: openapi.Rule{Code: "CN09", Paragraph: "5.2"}, Effective: true, By: "Renato Ghisolfi",
	}}
	view.Papers.Refused = []openapi.RefusedPlayer{{Player: absent.Player, Explanation: said("È arbitro di questo torneo.", "1.5")}}
	return view, nil
}

// said is an explanation citing CN09.
func said(text, paragraph string) openapi.Explanation {
	return openapi.Explanation{Text: text, Rule: openapi.Rule{Code: "CN09", Paragraph: paragraph}}
}

// Final is the list of a final of the season; "" is the national one.
func Final(reader pages.Reader, region string) (pages.FinalList, bool, error) {
	source, err := Season()
	if err != nil {
		return pages.FinalList{}, false, err
	}
	list, known := source.Final(reader, Tenant(), region)
	return list, known, nil
}
