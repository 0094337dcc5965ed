package authzapi

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/quota"
	"referto/internal/quota/quotadb"
	"referto/internal/tenant/tenantdb"
)

// The rates of guesses at the password of an account. At most ten in any fifteen minutes come from unknown devices
// (T23), and at most seven of them from one network, so that a stranger's guesses leave some to the owner, who is on
// another network. On a device on which the owner has signed in before, attempts are counted separately, and a
// stranger cannot use them up.
var (
	guessesFromNetwork = quota.Rate{Burst: 4, Every: 5 * time.Minute}
	guessesAtAccount   = quota.Rate{Burst: 7, Every: 5 * time.Minute}
	guessesOnDevice    = quota.Rate{Burst: 5, Every: 3 * time.Minute}
	// guessesOfNetwork are those at whichever accounts. The network may be a venue's, where hundreds
	// sign in at once on the morning of a tournament: attempts that are right are given back, but only
	// once they have been looked at.
	guessesOfNetwork = quota.Rate{Burst: 400, Every: 20 * time.Second}
	// guessesAtSecret are those at anything else that can be guessed, such as the code of a record.
	guessesAtSecret = quota.Rate{Burst: 5, Every: 3 * time.Minute}
)

// The rates of letters that a caller can have sent to an address of their choice: the same letter three times at once
// and one more each twenty minutes; of all kinds as many as role offers for a referee of a whole season; and from one
// network as many as a club's registrations on the morning of a tournament.
var (
	sameLetterToAddress = quota.Rate{Burst: 3, Every: 20 * time.Minute}
	lettersToAddress    = quota.Rate{Burst: 20, Every: 10 * time.Minute}
	lettersFromNetwork  = quota.Rate{Burst: 200, Every: 30 * time.Second}
)

// The reasons of refusals for too many attempts or letters.
const (
	tooManyAttempts  = "too-many-attempts"
	tooManyLettersTo = "too-many-letters-to-address"
	tooManyLettersOf = "too-many-letters-of-tenant"
)

// attempts are the buckets of a guess at the password of an account, by the key of its address.
func (a *API) attempts(call *gate.Call, key, device string) []quota.Bucket {
	if id, known := a.devices.Recognize(device, key, call.Now); known {
		return []quota.Bucket{a.names.Bucket(guessesOnDevice, tooManyAttempts, "guess on device", key, id)}
	}
	key, network := strings.ToLower(strings.TrimSpace(key)), quota.Network(call.Address).String()
	return []quota.Bucket{
		a.names.Bucket(guessesFromNetwork, tooManyAttempts, "guess from network", key, network),
		a.names.Bucket(guessesAtAccount, tooManyAttempts, "guess", key),
		a.names.Bucket(guessesOfNetwork, tooManyAttempts, "guesses of network", network),
	}
}

// Guess counts a caller's guess at a secret that another package keeps, at the rates of passwords. It returns a
// [quota.ExceededError] if there were too many. It has a transaction of its own, so that the guess is counted
// whatever the outcome of the call, which must not hold a connection yet.
func (a *API) Guess(ctx context.Context, call *gate.Call, at string) error {
	return a.apart(ctx, func(b *tenantdb.Batch) {
		quotadb.Take(b, call.Now,
			a.names.Bucket(guessesAtSecret, tooManyAttempts, "guess", at),
			a.names.Bucket(guessesOfNetwork, tooManyAttempts, "guesses of network", quota.Network(call.Address).String()))
	})
}

// giveBack takes guesses back that were none.
func (a *API) giveBack(ctx context.Context, guesses ...quota.Bucket) error {
	return a.apart(ctx, func(b *tenantdb.Batch) { quotadb.GiveBack(b, guesses...) })
}

// apart runs statements in a transaction of their own.
func (a *API) apart(ctx context.Context, queue func(*tenantdb.Batch)) error {
	return tenantdb.Global(ctx, a.DB, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		queue(b)
		return tx.Send(b)
	})
}

// Spend charges an amount to the quota of a subject, in the transaction of the call, so that a failed call costs
// nothing. The zero rate means no limit. It returns a [quota.ExceededError] with the reason.
func (a *API) Spend(call *gate.Call, rate quota.Rate, reason string, takes int, subject ...string) error {
	if rate == (quota.Rate{}) {
		return nil
	}
	bucket := a.names.Bucket(rate, reason, append([]string{reason}, subject...)...)
	bucket.Takes, bucket.Tell = takes, call.Left
	b := &tenantdb.Batch{}
	quotadb.Take(b, call.Now, bucket)
	if call.Operation.InTenant() {
		return call.Tx().Send(b)
	}
	return call.Global().Send(b)
}

// TakeMail counts a letter that a call will have sent to an address which its caller names, by the
// key of the address, and refuses one too many. The error is [quota.ExceededError]. In a tenant it is
// counted in the transaction of the call, and not where that fails; outside of tenants in one of its
// own, so that no connection is held while a password is hashed.
func (a *API) TakeMail(ctx context.Context, call *gate.Call, kind, emailKey string) error {
	return a.takeMail(ctx, call, kind, emailKey, a.names.Bucket(lettersToAddress, tooManyLettersTo, "letters to", mailbox(emailKey)))
}

// takeOffer is [API.TakeMail] for the offer of a role. An address that has accepted an offer in the tenant is known
// to it: a federation that plans its season offers thirty roles in an evening, limited only by the tenant's own rate.
// If that rate is off, only the repetition of the same offer is limited.
func (a *API) takeOffer(ctx context.Context, call *gate.Call, offer, emailKey string) error {
	known := a.LettersOfTenant == (quota.Rate{})
	if !known {
		var err error
		if known, err = authzdb.HasAccepted(call.Tx(), emailKey); err != nil {
			return err
		}
	}
	if known {
		return a.takeMail(ctx, call, offer, emailKey)
	}
	return a.TakeMail(ctx, call, offer, emailKey)
}

func (a *API) takeMail(ctx context.Context, call *gate.Call, kind, emailKey string, buckets ...quota.Bucket) error {
	buckets = append(buckets,
		a.names.Bucket(sameLetterToAddress, tooManyAttempts, "letter", kind, emailKey),
		a.names.Bucket(lettersFromNetwork, tooManyAttempts, "letters from network", quota.Network(call.Address).String()))
	if !call.Operation.InTenant() {
		return a.apart(ctx, func(b *tenantdb.Batch) { quotadb.Take(b, call.Now, buckets...) })
	}
	if a.LettersOfTenant != (quota.Rate{}) {
		letters := a.lettersOf(call.Tenant.ID)
		letters.Tell = call.Left
		buckets = append(buckets, letters)
	}
	b := &tenantdb.Batch{}
	quotadb.Take(b, call.Now, buckets...)
	return call.Tx().Send(b)
}

// lettersOf is the bucket of the letters of a tenant.
func (a *API) lettersOf(tenant uuid.UUID) quota.Bucket {
	return a.names.Bucket(a.LettersOfTenant, tooManyLettersOf, "letters of tenant", tenant.String())
}

// Postage returns the bucket for the letters of a tenant that follow from an act; the zero bucket if letters have no
// limit. It is the bucket of the letters that people have sent on purpose, but twice as deep, so that letters that
// people wait for are sent even when others have used up the day's limit.
func (a *API) Postage(tenant uuid.UUID) quota.Bucket {
	if a.LettersOfTenant == (quota.Rate{}) {
		return quota.Bucket{}
	}
	bucket := a.lettersOf(tenant)
	bucket.Rate.Burst *= 2
	return bucket
}

// mailbox returns the address in whose box the letters to an address most likely arrive: the part after a plus is the
// owner's own mark, and letters to anna+1@ and anna+2@ molest one person. It is for counting only; the two still
// count as different addresses elsewhere.
func mailbox(emailKey string) string {
	local, domain, _ := strings.Cut(emailKey, "@")
	if base, _, marked := strings.Cut(local, "+"); marked && base != "" {
		local = base
	}
	return local + "@" + domain
}
