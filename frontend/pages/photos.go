package pages

import "strings"

// photo is one of an event's: a thumbnail that leads to the page's picture.
type photo struct {
	Page, Thumbnail string // addresses
	Alt, Caption    string
	Width, Height   int // of the thumbnail, in pixels: nothing moves when it arrives
}

// photos lists the photos of the event, each with its kind.
func (s *eventPage) photos() []photo {
	var out []photo
	for _, p := range s.Photos {
		at := dataAddress(s.Tenant, s.Event) + "/photos/" + p.Id.String() + "/image?size="
		var caption []string
		if kind := "photos.kind." + p.Kind; s.w.Has(kind) {
			caption = append(caption, s.text(kind))
		}
		if p.Round > 0 {
			caption = append(caption, s.text("photos.round", "round", p.Round))
		}
		out = append(out, photo{
			Page: at + "page", Thumbnail: at + "thumbnail", Alt: p.AlternativeText, Caption: strings.Join(caption, ", "),
			Width: p.Thumbnail.Width, Height: p.Thumbnail.Height,
		})
	}
	return out
}
