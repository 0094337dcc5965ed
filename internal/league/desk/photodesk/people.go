package photodesk

import (
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// Named holds a photo with the people who are named on it, in the order of their names.
type Named struct {
	Photo  facts.Photo
	People []NamedPerson
}

// NamedPerson is a person named on a photo.
type NamedPerson struct {
	facts.PersonOnPhoto
	Withholds facts.Withheld // why they keep the photo from the public
}

// PeopleOn loads the people who are named on a photo, as of a day.
func PeopleOn(door tenantdb.Door, p facts.Photo, today time.Time) (Named, error) {
	out := Named{Photo: p}
	var country string
	var on []facts.PersonOnPhoto
	b := &tenantdb.Batch{}
	leaguedb.LoadCountry(b, &country)
	leaguedb.LoadPeopleOnPhotos(b, &on, []uuid.UUID{p.ID})
	if err := door.Send(b); err != nil {
		return out, err
	}
	for _, person := range on {
		out.People = append(out.People, NamedPerson{person, people.Withholds(person, country, today)})
	}
	return out, nil
}

// NamePeople sets the people who are to be seen on a photo: exactly these records. The photo is kept from the
// public as long as one of them does not agree to its publication.
func (d Desk) NamePeople(tx tenantdb.Tx, act desk.Act, event league.EventID, id uuid.UUID, from desk.Version, records []league.PlayerID) (Named, *officiating.Situation, error) {
	s, err := d.Open(tx, event)
	if err != nil {
		return Named{}, nil, err
	}
	var asked []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.ShareRecords(b, &asked, records)
	if err := tx.Send(b); err != nil {
		return Named{}, nil, err
	}
	if err := known(records, asked); err != nil {
		return Named{}, nil, err
	}
	p, err := takePhoto(tx, event, id)
	if err != nil {
		return Named{}, nil, err
	}
	if from.Stale(p.Version) {
		return Named{}, nil, &desk.StaleError{Current: map[string]any{"version": p.Version}}
	}
	before, err := PeopleOn(tx, p, act.Now)
	if err != nil {
		return Named{}, nil, err
	}
	n := people.NameOn(before.on(), asked)
	b = &tenantdb.Batch{}
	leaguedb.EndNaming(b, id, n.End, act.Now)
	leaguedb.NameOnPhoto(b, id, n.Add, act.By, act.Now)
	leaguedb.SavePhoto(b, p)
	if err := tx.Send(b); err != nil {
		return Named{}, nil, err
	}
	desk.TouchItsSeason(tx, s)
	act.Record.Audit("people on photo "+id.String(), "", map[string]any{"players": before.records()}, map[string]any{"players": records})
	now, err := d.named(tx, act, p)
	return now, s, err
}

// named recomputes whether a photo is kept from the public, records a change of that, and loads the people who
// are named on the photo.
func (d Desk) named(tx tenantdb.Tx, act desk.Act, before facts.Photo) (Named, error) {
	if err := desk.RefreshPhoto(tx, act.Now, before.ID); err != nil {
		return Named{}, err
	}
	var p facts.Photo
	b := &tenantdb.Batch{}
	leaguedb.LoadPhoto(b, &p, before.EventID, before.ID)
	if err := tx.Send(b); err != nil {
		return Named{}, err
	}
	if p.Public() != before.Public() {
		act.Record.Log(p.EventID.UUID, leaguelog.PhotoChanged{Photo: p.ID, PhotoKind: p.Kind, Round: p.Round, Public: p.Public()})
	}
	return PeopleOn(tx, p, act.Now)
}

// known refuses records that are not in the register, or that no longer name a person.
func known(records []league.PlayerID, found []facts.Player) error {
	var faults league.Faults
	for i, id := range records {
		at := slices.IndexFunc(found, func(p facts.Player) bool { return p.ID == id })
		if at < 0 || people.MayUse(found[at]) != nil {
			faults = append(faults, league.Fault{Field: "/players/" + strconv.Itoa(i), Grounds: league.Grounds{Reason: "unknown-player"}})
		}
	}
	if faults != nil {
		return faults
	}
	return nil
}

func (n Named) on() (on []facts.PersonOnPhoto) {
	for _, p := range n.People {
		on = append(on, p.PersonOnPhoto)
	}
	return on
}

func (n Named) records() (all []league.PlayerID) {
	for _, p := range n.People {
		all = append(all, p.Records...)
	}
	return all
}

// Mine is a photo on which a person is named, as they see it.
type Mine struct {
	Photo      facts.Photo
	Event      facts.Event
	AskedOffAt *time.Time
}

// PhotosOf loads the photos on which a person is named, the latest first, at most so many, before one of them.
func PhotosOf(door tenantdb.Door, person league.PlayerID, before uuid.UUID, most int) ([]Mine, error) {
	var found []facts.Photo
	b := &tenantdb.Batch{}
	leaguedb.LoadPhotosOf(b, &found, person, before, most)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	return mine(door, person, found)
}

// mine adds to photos their events, and whether the person asks to be taken off.
func mine(door tenantdb.Door, person league.PlayerID, photos []facts.Photo) ([]Mine, error) {
	ids, out := make([]uuid.UUID, len(photos)), make([]Mine, len(photos))
	var on []facts.PersonOnPhoto
	b := &tenantdb.Batch{}
	for i, p := range photos {
		ids[i], out[i].Photo = p.ID, p
		leaguedb.LoadEvent(b, &out[i].Event, p.EventID)
	}
	leaguedb.LoadPeopleOnPhotos(b, &on, ids)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	for _, o := range on {
		if o.PersonID == person {
			out[slices.Index(ids, o.PhotoID)].AskedOffAt = o.AskedOffAt
		}
	}
	return out, nil
}

// AskOff records that the acting person asks to be taken off a photo, which is hidden from the public from then
// on, or that they withdraw the request.
func (d Desk) AskOff(tx tenantdb.Tx, act desk.Act, person league.PlayerID, id uuid.UUID, asks bool) (Mine, *officiating.Situation, error) {
	event, err := eventOf(tx, id)
	if err != nil {
		return Mine{}, nil, err
	}
	s, err := d.Open(tx, event)
	if err != nil {
		return Mine{}, nil, err
	}
	p, err := takePhoto(tx, event, id)
	if err != nil {
		return Mine{}, nil, err
	}
	now, err := PeopleOn(tx, p, act.Now)
	if err != nil {
		return Mine{}, nil, err
	}
	at := slices.IndexFunc(now.People, func(o NamedPerson) bool { return o.PersonID == person })
	if at < 0 || p.State != facts.PhotoReady {
		return Mine{}, nil, league.ErrNotFound
	}
	out := Mine{Photo: p, Event: s.Event, AskedOffAt: now.People[at].AskedOffAt}
	if (out.AskedOffAt != nil) == asks {
		return out, s, nil
	}
	if out.AskedOffAt = nil; asks {
		out.AskedOffAt = &act.Now
	}
	b := &tenantdb.Batch{}
	leaguedb.AskOff(b, id, now.People[at].Records, out.AskedOffAt)
	if err := tx.Send(b); err != nil {
		return Mine{}, nil, err
	}
	desk.TouchItsSeason(tx, s)
	act.Record.Audit("people on photo "+id.String(), "", nil, map[string]any{"player": person, "asksToBeTakenOff": asks})
	named, err := d.named(tx, act, p)
	out.Photo = named.Photo
	return out, s, err
}

// eventOf finds the event of a photo that was not removed.
func eventOf(tx tenantdb.Tx, photo uuid.UUID) (league.EventID, error) {
	var found []leaguedb.WithheldPhoto
	b := &tenantdb.Batch{}
	leaguedb.LoadPhotoNaming(b, &found, photo)
	if err := tx.Send(b); err != nil {
		return league.EventID{}, err
	}
	if len(found) == 0 {
		return league.EventID{}, league.ErrNotFound
	}
	return found[0].EventID, nil
}
