package tenantdb_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"referto/internal/tenant/tenantdb"
)

// A line that ends in the middle of an answer is a database that does not answer, no
// fault of the program.
func TestEndedLineIsUnavailable(t *testing.T) {
	t.Parallel()
	err := tenantdb.Translate(fmt.Errorf("prepare: %w", io.ErrUnexpectedEOF))
	if !errors.Is(err, tenantdb.ErrUnavailable) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
	if err := tenantdb.Translate(io.ErrClosedPipe); errors.Is(err, tenantdb.ErrUnavailable) {
		t.Errorf("what is not known is not explained away: %v", err)
	}
}
