package authzapi

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/email"
	"referto/internal/authz/gate"
	"referto/internal/authz/letters"
	"referto/internal/authz/password"
	"referto/internal/authz/token"
	"referto/internal/oneline"
	"referto/openapi"
)

// CreateAccount registers an account, or lets the owner of the address know that they
// have one. The answer and the work are the same: one hash, the same statements, one
// letter.
func (a *API) CreateAccount(ctx context.Context, r openapi.CreateAccountRequestObject) (openapi.CreateAccountResponseObject, error) {
	call := gate.From(ctx)
	address, err := email.Parse(r.Body.Email)
	if err != nil {
		return nil, err
	}
	name, err := oneline.Clean(r.Body.Name)
	if err != nil {
		return nil, err
	}
	prepared, err := password.Prepare(r.Body.Password, name, address.Text)
	if err != nil {
		return nil, err
	}
	if err := a.TakeMail(ctx, call, "registration", address.Key); err != nil {
		return nil, err
	}
	hash, err := a.Hasher.Hash(ctx, prepared)
	if err != nil {
		return nil, err
	}
	language := string(r.Body.Language)
	if language == "" {
		language = call.Language
	}
	registered, err := authzdb.Register(call.Global(), authzdb.Account{
		ID: newID(), Email: address.Text, EmailKey: address.Key, Name: name, Language: language,
		PasswordHash: hash, CreatedAt: call.Now,
	})
	if err != nil {
		return nil, err
	}
	if registered.Taken {
		err = a.Outbox.Insert(call.Global(), letters.AlreadyRegistered{Account: registered.ID, Next: r.Body.Next})
	} else {
		err = a.Outbox.Insert(call.Global(), letters.VerifyAddress{Account: registered.ID, Version: registered.Version, Next: r.Body.Next})
	}
	return openapi.CreateAccount202Response{}, err
}

// VerifyAccount confirms the address of an account.
func (a *API) VerifyAccount(ctx context.Context, r openapi.VerifyAccountRequestObject) (openapi.VerifyAccountResponseObject, error) {
	call := gate.From(ctx)
	link, err := token.ParseLink(r.Body.Token)
	if err != nil {
		return nil, authzdb.ErrLink
	}
	account, err := authzdb.UseLink(call.Global(), link, authzdb.PurposeVerify, call.Now)
	if err != nil {
		return nil, err
	}
	return openapi.VerifyAccount204Response{}, authzdb.ConfirmAddress(call.Global(), account, call.Now)
}

// newID is a new row's id: by time, so that rows lie in the order they were made.
func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }
