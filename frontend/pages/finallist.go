package pages

import (
	"io"
	"net/url"
	"strconv"
	"strings"

	"referto/internal/league/rules"
	"referto/openapi"
)

// FinalListPath is the address of the lists of finals below their season's; the national final's without a parameter,
// a region's with its name.
const FinalListPath = "/final"

func finalAddress(tenant openapi.Tenant, s Season, region string) address {
	at := address{path: seasonAddress(tenant, s).path + FinalListPath}
	if region != "" {
		at = at.with("region", region)
	}
	return at
}

// finalListModel is the content of the template "final-list".
type finalListModel struct {
	frame
	Heading, Season, BoardLink, When, Count string
	// Caption is the caption of the table; National: it has a column of refunds.
	Caption      string
	National     bool
	Places, Lost []placeRow
	Coming       *comingRow
	// Others are the lists of the other finals.
	Others []choice
}

// FinalList writes the list of a final.
func (p *Pages) FinalList(out io.Writer, v FinalList) error {
	s := newSeasonPage(v.Reader, v.Tenant, v.Season)
	m := finalListModel{
		Heading: s.text("final.national"), Season: v.Season.Title, BoardLink: s.link(boardAddress(v.Tenant, v.Season)),
		When: s.appointment(v.Final), National: v.Region == "", Coming: s.coming(len(v.Places), v.Coming, v.ComingRefund, v.ComingRule),
	}
	if v.Region != "" {
		m.Heading = s.text("final.regional", "region", v.Region)
	}
	m.frame = v.frame(&v.Tenant, m.Heading+" · "+v.Season.Title, finalAddress(v.Tenant, v.Season, v.Region))
	m.Sheet, m.Data = seasonSheet, finalData(v)
	m.Twins = []twin{tableTwin(s.w, m.Data+"&format=csv")}
	m.Caption = m.Heading
	for i, place := range v.Places {
		row := s.place(place)
		row.ID, row.Position = "n"+strconv.Itoa(i+1), strconv.Itoa(i+1)
		m.Places = append(m.Places, row)
	}
	for _, place := range v.Lost {
		m.Lost = append(m.Lost, s.place(place))
	}
	m.Count = s.text("count.players", "count", len(m.Places))
	m.Others = s.finals(v)
	return p.render(out, m.Lang, "final-list", m)
}

// finalData returns the address of the places of a final in the API.
func finalData(v FinalList) string {
	query := url.Values{"final": {string(rules.ToNationalFinal)}}
	if v.Region != "" {
		query = url.Values{"final": {string(rules.ToRegionalFinal)}, "region": {v.RegionID.String()}}
	}
	return seasonData(v.Tenant, v.Season) + "/places?" + query.Encode()
}

// finals are the lists of all finals of the season.
func (s *seasonPage) finals(v FinalList) []choice {
	choices := []choice{{Name: s.text("season.national-final"), Address: s.link(finalAddress(v.Tenant, v.Season, "")), Current: v.Region == ""}}
	for _, region := range v.Regions {
		choices = append(choices, choice{Name: region, Address: s.link(finalAddress(v.Tenant, v.Season, region)), Current: region == v.Region})
	}
	return choices
}

// appointment formats when and where a final is.
func (s *seasonPage) appointment(a Appointment) string {
	if a.Day.IsZero() {
		return s.text("season.not-fixed")
	}
	return strings.Join(present(s.w.PlainDate(a.Day), a.City), ", ")
}
