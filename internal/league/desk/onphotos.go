package desk

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// RefreshPhotosOf recomputes which photos are kept from the public because of the people named on them: the
// given people, or with nil anybody. The events that show these photos get their next revisions. It returns the
// number of changed photos.
func RefreshPhotosOf(tx tenantdb.Tx, now time.Time, persons []league.PlayerID) (int, error) {
	changed, err := withheldAnew(tx, now, func(b *tenantdb.Batch, out *[]leaguedb.WithheldPhoto) { leaguedb.LoadPhotosNaming(b, out, persons) })
	if err != nil || len(changed) == 0 {
		return 0, err
	}
	var events []league.EventID
	for _, p := range changed {
		events = append(events, p.EventID)
	}
	var raised []leaguedb.Raised
	b := &tenantdb.Batch{}
	leaguedb.RaiseEvents(b, &raised, events) // every act holds an event before its photos
	for _, p := range changed {
		leaguedb.SetWithheld(b, p.ID, p.Withheld)
	}
	err = tx.Send(b)
	PublishRaised(tx, raised)
	return len(changed), err
}

// RefreshPhoto is [RefreshPhotosOf] for one photo whose named people have changed. Its event is opened.
func RefreshPhoto(tx tenantdb.Tx, now time.Time, photo uuid.UUID) error {
	changed, err := withheldAnew(tx, now, func(b *tenantdb.Batch, out *[]leaguedb.WithheldPhoto) { leaguedb.LoadPhotoNaming(b, out, photo) })
	if err != nil {
		return err
	}
	b := &tenantdb.Batch{}
	for _, p := range changed {
		leaguedb.SetWithheld(b, p.ID, p.Withheld)
	}
	return tx.Send(b)
}

// withheldAnew finds the photos for which it is new whether or why they are kept from the public.
func withheldAnew(tx tenantdb.Tx, now time.Time, load func(*tenantdb.Batch, *[]leaguedb.WithheldPhoto)) ([]leaguedb.WithheldPhoto, error) {
	var country string
	var found []leaguedb.WithheldPhoto
	b := &tenantdb.Batch{}
	leaguedb.LoadCountry(b, &country)
	load(b, &found)
	if err := tx.Send(b); err != nil || len(found) == 0 {
		return nil, err
	}
	var ids []uuid.UUID
	for _, p := range found {
		ids = append(ids, p.ID)
	}
	var named []facts.PersonOnPhoto
	b = &tenantdb.Batch{}
	leaguedb.LoadPeopleOnPhotos(b, &named, ids)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	on := map[uuid.UUID][]facts.PersonOnPhoto{}
	for _, p := range named {
		on[p.PhotoID] = append(on[p.PhotoID], p)
	}
	var changed []leaguedb.WithheldPhoto
	for _, p := range found {
		if why := people.WithheldFor(p.Withheld, on[p.ID], country, now); why != p.Withheld {
			p.Withheld = why
			changed = append(changed, p)
		}
	}
	return changed, nil
}
