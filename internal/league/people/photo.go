package people

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// MostOnPhoto bounds the people who are named on a photo.
const MostOnPhoto = 60

// Withholds returns why one who is named on a photo keeps it from the public. Somebody who asks to be taken
// off does so whatever they have agreed to before.
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

// gravest are the reasons to withhold a photo, that which is told first.
var gravest = []facts.Withheld{facts.AskedOff, facts.WithoutGuardian, facts.WithoutConsent}

// WithheldFor returns why a photo is kept from the public because of those who are named on it: one
// suffices. Nothing keeps a photo on which nobody is named, unless it has been kept for somebody who was
// erased: nobody is left who could agree.
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

// PhotoNaming holds the changes that make a photo name some people and nobody else, by records.
type PhotoNaming struct {
	Add, End []league.PlayerID
}

// NameOn compares who is named on a photo with who is to be: people, each by any record of theirs.
// Who is named already stays so by the records that name them, and of two records of one person
// that are asked for one is enough. Those that are asked for come with the person behind them.
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

// PersonOf returns the record that is kept for the person of a record.
func PersonOf(record facts.Player) league.PlayerID {
	if record.KeptAs != nil {
		return *record.KeptAs
	}
	return record.ID
}
