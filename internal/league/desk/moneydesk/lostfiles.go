package moneydesk

import (
	"referto/internal/league/facts"

	"github.com/google/uuid"
)

// ReceiptKey is where the file of a receipt lies in the store of files.
func ReceiptKey(tenant uuid.UUID, r facts.RefundReceipt) string {
	return tenant.String() + "/" + Receipts + "/" + r.RefundID.String() + "/" + r.Digest
}

const Receipts = "refunds"
