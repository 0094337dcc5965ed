package seasonapi

import (
	"slices"

	"referto/internal/authz/gate"
	"referto/internal/league/facts"
	"referto/internal/league/letters"
	"referto/internal/league/register"
	"referto/openapi"
)

// convocationView makes the content behind a letter's link; for a convocation that has ended it gives the
// reason.
func (a API) convocationView(c *gate.Call, s *register.Season, of facts.Convocation) (openapi.ConvocationView, error) {
	if at := slices.IndexFunc(s.Convocations, func(o facts.Convocation) bool { return o.ID == of.ID }); at >= 0 {
		of = s.Convocations[at] // its state after an answer
	}
	asked, p, has := s.Asked(of)
	why, ended := s.Ended(of)
	if ended || !has {
		asked, p = s, s.PlaceAsked(of)
	}
	i, err := letters.NewInvited(c.Door(), asked, c.Language, of, p)
	if err != nil {
		return openapi.ConvocationView{}, err
	}
	state, _ := s.Stands(of, c.Now)
	out := openapi.ConvocationView{
		Season: s.Season.Title, Final: openapi.SeasonFinal(of.Final), Title: i.Title(), Player: i.Player(of.PlayerID),
		Answer: openapi.ConvocationState(state), AnswerBy: of.AnswerBy.UTC(), Until: i.Until(), When: i.When(),
	}
	if i.Final != nil {
		out.StartsAt = i.Final.StartsAt.UTC()
		out.Venue = openapi.Venue{Name: i.Final.VenueName, Address: i.Final.VenueAddress, City: i.Final.VenueCity}
	}
	if ended || !has {
		out.Ended = i.Explain(why)
		return out, nil
	}
	out.Right, out.Refund, out.RefundExplanation, out.Follows = i.Right(), p.Refund, i.Explain(p.RefundGrounds), i.Follower(i.Follows)
	return out, nil
}
