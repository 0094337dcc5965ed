package tenantdb

import (
	"time"

	"github.com/jackc/pgx/v5"
)

// Shares is shares, for tests.
var Shares = shares

// AnswerWithin is the time within which statements of the job queue are answered.
const AnswerWithin = answerWithin

// Impatient gives statements without a deadline this one.
func Impatient(within time.Duration) pgx.QueryTracer { return impatient{within} }
