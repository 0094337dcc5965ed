package views

import (
	"referto/internal/league/facts"
	"referto/openapi"
)

// PhotoList are photos of an event as the public sees them.
func PhotoList(photos []facts.Photo) []openapi.Photo { return openapi.Each(photos, ToPhoto) }

// ToPhoto is the wire's picture of a photo for everybody who may see it.
func ToPhoto(p facts.Photo) openapi.Photo {
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
