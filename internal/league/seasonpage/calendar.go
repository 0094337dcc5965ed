package seasonpage

import (
	"referto/frontend/pages"
	"referto/openapi"
)

// Calendar makes the calendar of the season's events.
func (s Source) Calendar(reader pages.Reader, tenant openapi.Tenant) pages.Calendar {
	m := s.maker(reader.Lang)
	c := pages.Calendar{Reader: reader, Tenant: tenant, Season: m.season(), Contacts: s.Names.Contacts, Finals: map[string]pages.Appointment{}}
	for _, e := range s.State.Events {
		c.Events = append(c.Events, m.event(e.ID))
	}
	for _, r := range s.State.Regions {
		name := s.Names.Regions[r.Region]
		c.Regions = append(c.Regions, name.Name)
		if r.Host == r.Region && !name.Final.Day.IsZero() {
			c.Finals[name.Name] = name.Final
		}
	}
	return c
}
