package views

import (
	"referto/frontend/words"
	"referto/internal/league/desk/photodesk"
	"referto/internal/league/facts"
	"referto/openapi"
)

// Photo makes the wire form of a photo for everybody who may see it.
func Photo(p facts.Photo) openapi.Photo {
	out := openapi.Photo{
		Id: p.ID, Kind: p.Kind, AlternativeText: p.Alt, State: openapi.PhotoState(p.State), Public: p.Public(), Version: p.Version,
		Page:      openapi.PhotoSize{Width: p.PageWidth, Height: p.PageHeight},
		Thumbnail: openapi.PhotoSize{Width: p.ThumbnailWidth, Height: p.ThumbnailHeight},
	}
	if p.Round != nil {
		out.Round = *p.Round
	}
	if p.TakenAt != nil {
		out.TakenAt = *p.TakenAt
	}
	if p.ReceivedAt != nil {
		out.ReceivedAt = *p.ReceivedAt
	}
	return out
}

// Withheld puts the reason into words why a photo is kept from the public; it is empty if it is not.
func Withheld(w *words.Words, why facts.Withheld) openapi.Explanation {
	if why == "" {
		return openapi.Explanation{}
	}
	return openapi.Explanation{Reason: string(why), Text: w.Reason(string(why), nil, nil)}
}

// PhotoPeople writes the people who are named on a photo, for the staff.
func PhotoPeople(w *words.Words, n photodesk.Named) openapi.PhotoPeople {
	return openapi.PhotoPeople{
		Photo: n.Photo.ID, Public: n.Photo.Public(), Version: n.Photo.Version,
		Items: openapi.Each(n.People, func(p photodesk.NamedPerson) openapi.PhotoPerson {
			out := openapi.PhotoPerson{Player: openapi.PlayerRef{Id: p.PersonID, Name: w.Person(p.Name)}, NamedAt: p.NamedAt, Withholds: Withheld(w, p.Withholds)}
			if p.AskedOffAt != nil {
				out.AskedOffAt = *p.AskedOffAt
			}
			return out
		}),
	}
}

// MyPhoto writes a photo for a person who is named on it.
func MyPhoto(w *words.Words, m photodesk.Mine) openapi.MyPhoto {
	out := openapi.MyPhoto{Photo: Photo(m.Photo), Event: EventOf(&m.Event)}
	out.Photo.Withheld = Withheld(w, m.Photo.Withheld)
	if m.AskedOffAt != nil {
		out.AskedOffAt = *m.AskedOffAt
	}
	return out
}
