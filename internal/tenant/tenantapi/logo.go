package tenantapi

import (
	"context"
	"net/http"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/media"
	"referto/internal/oneline"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantlog"
	"referto/openapi"
)

// SetLogo puts a logo in the place of the one before, if there is one.
func (a *API) SetLogo(ctx context.Context, r openapi.SetLogoRequestObject) (openapi.SetLogoResponseObject, error) {
	alt := r.Body.AlternativeText
	if alt != "" {
		var err error
		if alt, err = oneline.Clean(alt); err != nil {
			return nil, err
		}
	}
	call := gate.From(ctx)
	if _, err := registrydb.Tenant(call.Tx(), call.Tenant.ID); err != nil { // refuse callers without the right before looking at their file
		return nil, err
	}
	made, err := a.Studio.DevelopLogo(ctx, r.Body.Content)
	if err != nil {
		return nil, err
	}
	logo := tenant.Logo{LogoDigest: made.Digest, LogoAlt: alt, LogoWidth: made.Width, LogoHeight: made.Height}
	after, err := a.changeLogo(call, r.Params.IfMatch, logo, registrydb.Pictures{Print: made.Print, Mark: made.Mark})
	return openapi.SetLogo200JSONResponse(View(after)), err
}

// RemoveLogo takes the logo away. Where there is none nothing changes.
func (a *API) RemoveLogo(ctx context.Context, r openapi.RemoveLogoRequestObject) (openapi.RemoveLogoResponseObject, error) {
	after, err := a.changeLogo(gate.From(ctx), r.Params.IfMatch, tenant.Logo{}, registrydb.Pictures{})
	return openapi.RemoveLogo200JSONResponse(View(after)), err
}

func (a *API) changeLogo(call *gate.Call, match string, logo tenant.Logo, pictures registrydb.Pictures) (after tenant.Tenant, err error) {
	before, err := registrydb.LockedTenant(call.Tx())
	if err != nil {
		return after, err
	}
	if err := gate.CheckMatch(match, gate.Version(before.Version), func() map[string]any { return toRecord(before) }); err != nil {
		return after, err
	}
	if err := registrydb.SetLogo(call.Tx(), logo, pictures); err != nil {
		return after, err
	}
	after = before
	after.Logo = logo
	after.Version++
	call.Log(uuid.Nil, tenantlog.TenantChanged{})
	call.Audit("logo", "", logoRecord(before.Logo), logoRecord(after.Logo))
	call.AfterCommit(func() { a.Tenants.Changed(after) })
	call.ETag(gate.Version(after.Version))
	return after, nil
}

// logoRecord is a logo as the audit keeps it; nil for none.
func logoRecord(l tenant.Logo) any {
	if l.LogoDigest == "" {
		return nil
	}
	return map[string]any{"digest": l.LogoDigest, "alternativeText": l.LogoAlt, "width": l.LogoWidth, "height": l.LogoHeight}
}

// GetLogo answers with a picture of the logo. Its address names its content, which is there for good or not at all.
func (a *API) GetLogo(ctx context.Context, r openapi.GetLogoRequestObject) (openapi.GetLogoResponseObject, error) {
	call := gate.From(ctx)
	pictures, err := registrydb.LogoOf(call.Door(), call.Tenant.ID, r.Digest)
	if err != nil {
		return nil, err
	}
	picture, size := pictures.Print, "print"
	if r.Params.Size == openapi.GetLogoParamsSizeMark {
		picture, size = pictures.Mark, "mark"
	}
	if picture == nil {
		return nil, tenant.ErrNotFound
	}
	call.ETag(r.Digest + "." + size)
	if call.Principal.Anonymous() { // no cache may store an answer to a signed-in person
		call.Header("Cache-Control", "public, max-age=31536000, immutable")
	}
	call.Header("Content-Disposition", media.Disposition("inline", call.Tenant.Slug+".png"))
	return logoPicture(picture), nil
}

// logoPicture is an answer with a picture.
type logoPicture []byte

// VisitGetLogoResponse writes the picture.
func (p logoPicture) VisitGetLogoResponse(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", media.TypePNG)
	w.Header().Set("Content-Length", strconv.Itoa(len(p)))
	_, err := w.Write(p)
	return err
}
