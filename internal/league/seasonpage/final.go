package seasonpage

import (
	"referto/frontend/pages"
	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/openapi"
)

// Final makes the list of the final that the region with a name holds, or of the national final if the name is
// "". It returns false if no region of that name holds a final.
func (s Source) Final(reader pages.Reader, tenant openapi.Tenant, region string) (pages.FinalList, bool) {
	m := s.maker(reader.Lang)
	out := pages.FinalList{Reader: reader, Tenant: tenant, Season: m.season(), Region: region, Final: m.Names.National}
	var of *season.RegionState
	for i, r := range s.State.Regions {
		if r.Host != r.Region {
			continue
		}
		name := m.Names.Regions[r.Region].Name
		out.Regions = append(out.Regions, name)
		if name == region {
			of = &s.State.Regions[i]
		}
	}
	switch {
	case region == "":
		var b pages.Board
		m.national(&b)
		out.Places, out.Lost = b.Places, b.Lost
		out.Coming, out.ComingRefund, out.ComingRule = b.Coming, b.ComingRefund, b.ComingRule
	case of == nil:
		return out, false
	default:
		m.regional(&out, *of)
	}
	return out, true
}

// regional adds the places of a regional final, including those of other regions that play there.
func (m *maker) regional(out *pages.FinalList, of season.RegionState) {
	name := m.Names.Regions[of.Region]
	out.RegionID, out.Final = of.Region.UUID, name.Final
	for _, id := range of.Finalists {
		out.Places = append(out.Places, m.place(m.places[id]))
	}
	hosts := make(map[league.RegionID]league.RegionID, len(m.State.Regions))
	for _, r := range m.State.Regions {
		hosts[r.Region] = r.Host
	}
	for _, p := range m.State.Places {
		if p.State.Gone() && p.To == rules.ToRegionalFinal && hosts[p.Region] == of.Region {
			out.Lost = append(out.Lost, m.place(p))
		}
	}
}
