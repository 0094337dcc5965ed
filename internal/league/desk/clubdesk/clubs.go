package clubdesk

import (
	"fmt"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/categories"
	"referto/internal/league/clubs"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Club loads a club with the number of its members.
func (d Desk) Club(door tenantdb.Door, id league.ClubID) (leaguedb.CountedClub, error) {
	var out leaguedb.CountedClub
	b := &tenantdb.Batch{}
	leaguedb.LoadCountedClub(b, &out, id)
	if err := door.Send(b); err != nil {
		return out, fmt.Errorf("club %s: %w", id, err)
	}
	return out, nil
}

// AddClub adds a club. A name that another club has, ignoring spaces and case, is refused with that club.
func (d Desk) AddClub(tx tenantdb.Tx, act desk.Act, c facts.Club) (leaguedb.CountedClub, error) {
	c.Name = clubs.Name(c.Name)
	if err := d.check(tx, c); err != nil {
		return leaguedb.CountedClub{}, err
	}
	c.ID, c.CreatedBy, c.CreatedAt = desk.MakeID[league.ClubID](), &act.By, act.Now
	b := &tenantdb.Batch{}
	leaguedb.AddClub(b, c)
	if err := taken(tx.Send(b)); err != nil {
		return leaguedb.CountedClub{}, err
	}
	act.Record.Log(uuid.Nil, leaguelog.ClubCreated{Club: c.ID, How: "added"})
	act.Record.Audit("club "+c.ID.String(), "", nil, audited(c))
	return d.Club(tx, c.ID)
}

// check refuses a name without letters, and one that another club has.
func (d Desk) check(tx tenantdb.Tx, c facts.Club) error {
	if err := people.MayBeNamed("/name", c.Name); err != nil {
		return err
	}
	var same []leaguedb.NamedClub
	b := &tenantdb.Batch{}
	leaguedb.LoadNamedClubs(b, &same, []string{c.Name})
	if err := tx.Send(b); err != nil {
		return err
	}
	if len(same) == 0 || same[0].ID == c.ID {
		return nil
	}
	return &league.StateError{
		Grounds: league.Grounds{Reason: "same-club", Params: map[string]string{"club": same[0].Name}},
		Current: map[string]any{"club": same[0].ID, "name": same[0].Name},
	}
}

// taken translates the refusal of a name, or a tenant, that another club has taken at the same moment.
func taken(err error) error {
	switch {
	case tenantdb.Violates(err, "club_name_once"):
		return league.NotNow("same-club-now")
	case tenantdb.Violates(err, "club_tenant_once"):
		return league.Faults{{Field: "/tenant", Grounds: league.Grounds{Reason: "club-tenant-taken"}}}
	}
	return err
}

func audited(c facts.Club) map[string]any {
	out := map[string]any{"club": c.ID, "name": c.Name, "shortName": c.ShortName, "city": c.City, "founded": c.Founded}
	if c.TenantID != nil {
		out["tenant"] = *c.TenantID
	}
	if c.ClosedFrom != "" {
		out["closedFrom"] = c.ClosedFrom
	}
	return out
}

// Changed holds a changed club, with the events that show it and their next revisions.
type Changed struct {
	Club   leaguedb.CountedClub
	Events []leaguedb.EventRevision
}

// ChangeClub changes the data of a club.
func (d Desk) ChangeClub(tx tenantdb.Tx, act desk.Act, id league.ClubID, from desk.Version, change func(*facts.Club)) (Changed, error) {
	before, err := take(tx, id)
	if err != nil {
		return Changed{}, err
	}
	if from.Stale(before.Version) {
		return Changed{}, &desk.StaleError{Current: map[string]any{"version": before.Version}}
	}
	c := before
	change(&c)
	if c.Name = clubs.Name(c.Name); c.Name != before.Name {
		if err := d.check(tx, c); err != nil {
			return Changed{}, err
		}
	}
	var out Changed
	b := &tenantdb.Batch{}
	leaguedb.ChangeClub(b, c)
	publish := func(tenantdb.Tx) {}
	if c.Name != before.Name {
		leaguedb.RenameClubOfMembers(b, c)
		publish = bump(b, &out, id)
	}
	if err := taken(tx.Send(b)); err != nil {
		return Changed{}, err
	}
	publish(tx)
	act.Record.Log(uuid.Nil, leaguelog.ClubChanged{Club: id, Version: before.Version + 1})
	act.Record.Audit("club "+id.String(), "", audited(before), audited(c))
	out.Club, err = d.Club(tx, id)
	return out, err
}

func take(tx tenantdb.Tx, id league.ClubID) (facts.Club, error) {
	var c facts.Club
	b := &tenantdb.Batch{}
	leaguedb.TakeClub(b, &c, id)
	if err := tx.Send(b); err != nil {
		return c, fmt.Errorf("club %s: %w", id, err)
	}
	return c, nil
}

// bump queues the next revisions of everything that shows the club of a player. The returned function publishes
// them.
func bump(b *tenantdb.Batch, out *Changed, id league.ClubID) func(tenantdb.Tx) {
	var raised []leaguedb.Raised
	leaguedb.BumpAllOfClub(b, &out.Events, &raised, id)
	return func(tx tenantdb.Tx) { desk.PublishRaised(tx, raised) }
}

// CloseClub closes a club with a day, for a reason, and ends its memberships.
func (d Desk) CloseClub(tx tenantdb.Tx, act desk.Act, id league.ClubID, from rules.Day, reason string) (Changed, error) {
	before, err := take(tx, id)
	if err != nil {
		return Changed{}, err
	}
	if err := clubs.MayClose(before, from, desk.Today(act)); err != nil {
		return Changed{}, err
	}
	var stored []leaguedb.PlayerMembership
	b := &tenantdb.Batch{}
	leaguedb.LoadHistoriesOfClub(b, &stored, id)
	if err := tx.Send(b); err != nil {
		return Changed{}, err
	}
	histories := map[league.PlayerID]clubs.History{}
	for _, m := range stored {
		histories[m.PlayerID] = append(histories[m.PlayerID], m.Fact())
	}
	var ended []league.PlayerID
	next, later := map[league.PlayerID][]facts.Membership{}, 0
	for player, h := range histories {
		closed, ok := h.Closed(id, from)
		if !ok {
			later++
		} else if len(closed) > len(h) {
			ended, next[player] = append(ended, player), closed
		}
	}
	if later > 0 {
		return Changed{}, league.NotNow("club-has-later-members", "club", before.Name, "players", fmt.Sprint(later))
	}
	c := before
	c.ClosedFrom = from
	var out Changed
	b = &tenantdb.Batch{}
	leaguedb.ChangeClub(b, c)
	publish := func(tenantdb.Tx) {}
	if len(ended) > 0 {
		leaguedb.SetMemberships(b, next, act.By, act.Now)
		leaguedb.BumpPlayers(b, ended)
		publish = bump(b, &out, id)
	}
	if err := tx.Send(b); err != nil {
		return Changed{}, err
	}
	publish(tx)
	act.Record.Log(uuid.Nil, leaguelog.ClubClosed{Club: id, From: from, Members: len(ended)})
	act.Record.Audit("club "+id.String(), reason, audited(before), audited(c))
	out.Club, err = d.Club(tx, id)
	return out, err
}

// CategoryList loads the year categories of the tenant with their number.
func CategoryList(door tenantdb.Door) (list []facts.Category, version int, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadCategories(b, &list)
	leaguedb.LoadCategoriesVersion(b, &version)
	return list, version, door.Send(b)
}

// Categories loads the year categories of the tenant.
func Categories(door tenantdb.Door) (list []facts.Category, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadCategories(b, &list)
	return list, door.Send(b)
}

// SetCategories sets the year categories of the tenant, and returns their number.
func (d Desk) SetCategories(tx tenantdb.Tx, act desk.Act, from desk.Version, list []facts.Category) (version int, err error) {
	if err := categories.Check(list); err != nil {
		return 0, err
	}
	b := &tenantdb.Batch{}
	leaguedb.TakeCategoriesVersion(b, &version)
	if err := tx.Send(b); err != nil {
		return 0, err
	}
	if from.Stale(version) {
		return 0, &desk.StaleError{Current: map[string]any{"version": version}}
	}
	before, err := Categories(tx)
	if err != nil {
		return 0, err
	}
	b = &tenantdb.Batch{}
	leaguedb.SetCategories(b, list)
	var raised []leaguedb.Raised
	leaguedb.RaiseRankings(b, &raised) // their pages offer them
	if err := tx.Send(b); err != nil {
		return 0, err
	}
	desk.PublishRaised(tx, raised)
	act.Record.Log(uuid.Nil, leaguelog.CategoriesSet{Categories: keys(list)})
	act.Record.Audit("categories", "", map[string]any{"categories": described(before)}, map[string]any{"categories": described(list)})
	return version + 1, nil
}

func keys(list []facts.Category) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.Key
	}
	return out
}

// described are categories as the audit has them.
func described(list []facts.Category) []map[string]any {
	out := make([]map[string]any, len(list))
	for i, c := range list {
		out[i] = map[string]any{"key": c.Key, "title": c.Title, "by": c.Basis, "from": c.Least, "until": c.Most}
	}
	return out
}
