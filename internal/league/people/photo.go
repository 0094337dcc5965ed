package people

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// MostOnPhoto is the largest number of people named on a photo.
const MostOnPhoto = 60

// Withholds returns the reason why a person named on a photo withholds it from the public; "" for
// none. A request to be taken off outweighs earlier consents.
func Withholds(p facts.PersonOnPhoto, country string, today time.Time) facts.Withheld {
	minor := IsMinor(p.Born, country, today)
	switch {
	case p.AskedOffAt != nil:
		return facts.AskedOff
	case Agrees(p.Agreed, facts.Photos, minor):
		return ""
	case minor:
		return facts.WithoutGuardian
	}
	return facts.WithoutConsent
}

// gravest lists the reasons to withhold a photo, the one to show first at the beginning.
var gravest = []facts.Withheld{facts.AskedOff, facts.WithoutGuardian, facts.WithoutConsent}

// WithheldFor returns the reason why a photo is withheld from the public because of people named on
// it: one person is enough. Without named people there is none, unless the photo was withheld for a
// person who was erased: nobody is left who could agree.
func WithheldFor(so facts.Withheld, on []facts.PersonOnPhoto, country string, today time.Time) facts.Withheld {
	if so == facts.ErasedPerson {
		return so
	}
	for _, why := range gravest {
		if slices.ContainsFunc(on, func(p facts.PersonOnPhoto) bool { return Withholds(p, country, today) == why }) {
			return why
		}
	}
	return ""
}

// PhotoNaming holds the records to add to, and to remove from, the people named on a photo.
type PhotoNaming struct {
	Add, End []league.PlayerID
}

// NameOn returns the changes from the people named on a photo to those asked for, each given by any
// of their records. People named already keep the records that name them, and of two records of one
// person only one is added. The records asked for must contain their kept records.
func NameOn(on []facts.PersonOnPhoto, asked []facts.Player) PhotoNaming {
	var n PhotoNaming
	wanted := map[league.PlayerID]bool{}
	for _, p := range asked {
		person := PersonOf(p)
		known := slices.ContainsFunc(on, func(o facts.PersonOnPhoto) bool { return o.PersonID == person })
		if !wanted[person] && !known {
			n.Add = append(n.Add, p.ID)
		}
		wanted[person] = true
	}
	for _, o := range on {
		if !wanted[o.PersonID] {
			n.End = append(n.End, o.Records...)
		}
	}
	return n
}

// PersonOf returns the kept record of a record's person.
func PersonOf(record facts.Player) league.PlayerID {
	if record.KeptAs != nil {
		return *record.KeptAs
	}
	return record.ID
}
