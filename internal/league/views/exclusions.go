package views

import (
	"referto/internal/league/facts"
	"referto/openapi"
)

func ToExclusion(x facts.Exclusion) openapi.Exclusion {
	out := openapi.Exclusion{
		Id: x.ID, Player: openapi.PlayerRef{Id: x.PlayerID, Name: x.PlayerName, Club: x.PlayerClub}, Kind: openapi.ExclusionKind(x.Kind),
		From: string(x.FromDay), Until: string(x.UntilDay), Reason: x.Reason, RecordedBy: x.RecordedBy, RecordedAt: x.RecordedAt,
		RevokedBy: x.RevokedBy, RevokedReason: x.RevokedReason,
	}
	if x.RevokedAt != nil {
		out.RevokedAt = *x.RevokedAt
	}
	return out
}
