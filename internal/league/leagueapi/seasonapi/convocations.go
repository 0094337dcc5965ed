package seasonapi

import (
	"bytes"
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/seasondesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/letters"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/league/views"
	"referto/internal/mail/matter"
	"referto/openapi"
)

// convoking is the permission to convoke, over the final of a region or over the national one.
const convoking authz.Permission = "convocation:write"

// ListProposals returns the convocations that the regulation proposes now.
func (a API) ListProposals(ctx context.Context, r openapi.ListProposalsRequestObject) (openapi.ListProposalsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.Desk.ViewSeason(c.Door(), r.Season)
	if err != nil {
		return nil, err
	}
	may := leagueapi.Authority(c, convoking)
	var proposals []register.Proposal
	var people []league.PlayerID
	for _, p := range s.Proposals(c.Now) {
		if may(p.Region) == nil {
			proposals, people = append(proposals, p), append(people, p.Player)
		}
	}
	v, err := a.Register(c, s, nil, people...)
	if err != nil {
		return nil, err
	}
	return openapi.ListProposals200JSONResponse{Items: openapi.Each(proposals, v.Proposal)}, nil
}

// convocationPosition marks the end of a page of convocations; the zero position is the
// start.
type convocationPosition struct {
	Sent time.Time
	ID   uuid.UUID
}

// passed reports whether a convocation stood on a page before.
func (p convocationPosition) passed(o facts.Convocation) bool {
	return cmp.Or(o.SentAt.Compare(p.Sent), bytes.Compare(o.ID[:], p.ID[:])) <= 0
}

// ListConvocations returns the convoked players, with their answers.
func (a API) ListConvocations(ctx context.Context, r openapi.ListConvocationsRequestObject) (openapi.ListConvocationsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.Desk.ViewSeason(c.Door(), r.Season)
	if err != nil {
		return nil, err
	}
	list := "convocations:" + r.Season.String()
	var after convocationPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	may, most := leagueapi.Authority(c, convoking), leagueapi.Limit(r.Params.Limit)
	var shown []facts.Convocation
	for _, convocation := range s.Convocations {
		if !after.passed(convocation) && len(shown) <= most && may(hostOf(s, convocation)) == nil {
			shown = append(shown, convocation)
		}
	}
	page := openapi.ConvocationPage{}
	if len(shown) > most {
		shown = shown[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, convocationPosition{shown[most-1].SentAt, shown[most-1].ID}))
	}
	out, err := a.convocations(c, s, shown)
	page.Items = out.Items
	return openapi.ListConvocations200JSONResponse(page), err
}

// hostOf returns the region to whose final a convocation calls; the zero id stands for the national final.
func hostOf(s *register.Season, c facts.Convocation) league.RegionID {
	if p, there := s.Place(season.PlaceID(c.Place)); there {
		return s.Host(p)
	}
	if asked, p, had := s.Asked(c); had {
		return asked.Host(p)
	}
	return s.Host(s.PlaceAsked(c))
}

func (a API) convocations(c *gate.Call, s *register.Season, list []facts.Convocation) (openapi.ConvocationList, error) {
	v, err := a.Register(c, s, nil, openapi.Each(list, func(o facts.Convocation) league.PlayerID { return o.PlayerID })...)
	if err != nil {
		return openapi.ConvocationList{}, err
	}
	mailOf, err := gate.Mails(c.Door(), matter.Convocation, openapi.Each(list, func(o facts.Convocation) uuid.UUID { return o.ID })...)
	if err != nil {
		return openapi.ConvocationList{}, err
	}
	return openapi.ConvocationList{Items: openapi.Each(list, func(o facts.Convocation) openapi.Convocation {
		out := v.ConvocationView(o, c.Now)
		out.Mail = mailOf(o.ID)
		return out
	})}, nil
}

// Convoke convokes the holders of places. Each letter and each reminder is a job of the
// same transaction.
func (a API) Convoke(ctx context.Context, r openapi.ConvokeRequestObject) (openapi.ConvokeResponseObject, error) {
	c := gate.From(ctx)
	calls := openapi.Each(r.Body.Places, func(p openapi.PlaceCall) seasondesk.Call {
		return seasondesk.Call{Place: views.PlaceID(p.Place), Player: p.Player}
	})
	sent, s, err := seasondesk.At(a.Desk).Convoke(c.Tx(), leagueapi.ActWith(c, convoking), r.Season, calls, r.Body.AnswerBy)
	if err != nil {
		return nil, err
	}
	for _, convocation := range sent {
		letter := letters.ConvocationLetter{Tenant: c.Tenant.ID, Season: r.Season, Convocation: convocation.ID}
		if err := a.Later.Insert(c.Tx(), letter); err != nil {
			return nil, err
		}
		c.ExpectMail(matter.Convocation, convocation.ID)
		at, reminds := s.RemindAt(convocation)
		if !reminds {
			continue
		}
		if err := a.Later.InsertAt(c.Tx(), letters.ConvocationReminder(letter), at); err != nil {
			return nil, err
		}
	}
	out, err := a.convocations(c, s, sent)
	for i := range out.Items {
		out.Items[i].Mail = c.MailUnderWay()
	}
	return openapi.Convoke201JSONResponse(out), err
}

// LapseConvocation records a convocation without an answer as a no.
func (a API) LapseConvocation(ctx context.Context, r openapi.LapseConvocationRequestObject) (openapi.LapseConvocationResponseObject, error) {
	c := gate.From(ctx)
	done, err := seasondesk.At(a.Desk).Lapse(c.Tx(), leagueapi.ActWith(c, convoking), r.Season, r.Convocation)
	if err != nil {
		return nil, err
	}
	out, err := a.outcome(c, done)
	return openapi.LapseConvocation200JSONResponse(out), err
}

// WithdrawConvocation takes a convocation back.
func (a API) WithdrawConvocation(ctx context.Context, r openapi.WithdrawConvocationRequestObject) (openapi.WithdrawConvocationResponseObject, error) {
	c := gate.From(ctx)
	done, err := seasondesk.At(a.Desk).WithdrawConvocation(c.Tx(), leagueapi.ActWith(c, convoking), r.Season, r.Convocation, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	if err := a.Followed(c, done); err != nil {
		return nil, err
	}
	return openapi.WithdrawConvocation204Response{}, nil
}

// RecordAnswer records a player's answer.
func (a API) RecordAnswer(ctx context.Context, r openapi.RecordAnswerRequestObject) (openapi.RecordAnswerResponseObject, error) {
	c := gate.From(ctx)
	player, err := a.Person(c.Tx(), r.Body.Player)
	if err != nil {
		return nil, err
	}
	out, err := a.reply(c, leagueapi.ActWith(c, convoking), r.Season, register.Reply{
		Player: player, To: rules.SeasonFinal(r.Body.Final), Coming: r.Body.Coming, Reason: r.Body.Reason, How: r.Body.How,
	})
	return openapi.RecordAnswer201JSONResponse(out), err
}

// AnswerMyself takes the caller's own answer.
func (a API) AnswerMyself(ctx context.Context, r openapi.AnswerMyselfRequestObject) (openapi.AnswerMyselfResponseObject, error) {
	c := gate.From(ctx)
	me, err := myPlayer(c)
	if err != nil {
		return nil, err
	}
	by := leagueapi.Act(c)
	by.Authority = desk.OwnAffair
	out, err := a.reply(c, by, r.Season, register.Reply{
		Player: me, To: rules.SeasonFinal(r.Body.Final), Coming: r.Body.Coming, Reason: r.Body.Reason,
	})
	return openapi.AnswerMyself200JSONResponse(out), err
}

// reply carries out an answer, and returns its consequences.
func (a API) reply(c *gate.Call, by desk.Act, id league.SeasonID, reply register.Reply) (openapi.AnswerOutcome, error) {
	done, err := seasondesk.At(a.Desk).Answer(c.Tx(), by, id, reply)
	if err != nil {
		return openapi.AnswerOutcome{}, err
	}
	return a.outcome(c, done)
}

// OpenConvocation returns the convocation that the link of a letter is about.
func (a API) OpenConvocation(ctx context.Context, r openapi.OpenConvocationRequestObject) (openapi.OpenConvocationResponseObject, error) {
	c := gate.From(ctx)
	of, err := letters.Linked(c.Door(), r.Body.Token)
	if err != nil {
		return nil, err
	}
	s, err := a.Desk.ViewSeason(c.Door(), of.SeasonID)
	if err != nil {
		return nil, err
	}
	out, err := a.convocationView(c, s, of.Convocation)
	return openapi.OpenConvocation200JSONResponse(out), err
}

// AnswerConvocation takes an answer by the link of a letter.
func (a API) AnswerConvocation(ctx context.Context, r openapi.AnswerConvocationRequestObject) (openapi.AnswerConvocationResponseObject, error) {
	c := gate.From(ctx)
	of, err := letters.Linked(c.Tx(), r.Body.Token)
	if err != nil {
		return nil, err
	}
	done, err := seasondesk.At(a.Desk).Answer(c.Tx(), leagueapi.ActByLink(c), of.SeasonID, register.Reply{
		Player: of.PlayerID, To: rules.SeasonFinal(of.Final), Coming: r.Body.Coming, Reason: r.Body.Reason, ByLink: of.ID,
	})
	if err != nil {
		return nil, err
	}
	if err := a.Followed(c, done); err != nil {
		return nil, err
	}
	out, err := a.convocationView(c, done.After, of.Convocation)
	return openapi.AnswerConvocation200JSONResponse(out), err
}
