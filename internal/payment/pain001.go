package payment

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"time"
)

// Namespace is the XML namespace of the documents of [Order.Pain001].
const Namespace = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"

// The elements of pain.001.001.09 that a SEPA credit transfer has, in the order of the schema. Their names are those
// of the standard.
type (
	document struct {
		XMLName    xml.Name   `xml:"urn:iso:std:iso:20022:tech:xsd:pain.001.001.09 Document"`
		Initiation initiation `xml:"CstmrCdtTrfInitn"`
	}
	initiation struct {
		Header  groupHeader        `xml:"GrpHdr"`
		Payment paymentInstruction `xml:"PmtInf"`
	}
	groupHeader struct {
		MessageID string `xml:"MsgId"`
		Created   string `xml:"CreDtTm"`
		Number    string `xml:"NbOfTxs"`
		Sum       string `xml:"CtrlSum"`
		Initiator party  `xml:"InitgPty"`
	}
	paymentInstruction struct {
		ID        string   `xml:"PmtInfId"`
		Method    string   `xml:"PmtMtd"`
		Number    string   `xml:"NbOfTxs"`
		Sum       string   `xml:"CtrlSum"`
		Service   string   `xml:"PmtTpInf>SvcLvl>Cd"`
		ExecuteOn string   `xml:"ReqdExctnDt>Dt"`
		Debtor    party    `xml:"Dbtr"`
		Account   string   `xml:"DbtrAcct>Id>IBAN"`
		Agent     string   `xml:"DbtrAgt>FinInstnId>Othr>Id"`
		Charges   string   `xml:"ChrgBr"`
		Transfers []credit `xml:"CdtTrfTxInf"`
	}
	credit struct {
		EndToEnd string `xml:"PmtId>EndToEndId"`
		Amount   amount `xml:"Amt>InstdAmt"`
		Creditor party  `xml:"Cdtr"`
		Account  string `xml:"CdtrAcct>Id>IBAN"`
		Text     string `xml:"RmtInf>Ustrd,omitempty"`
	}
	party struct {
		Name string `xml:"Nm"`
	}
	amount struct {
		Currency string `xml:"Ccy,attr"`
		Value    string `xml:",chardata"`
	}
)

// Pain001 writes the order as pain.001.001.09. The banks are found by the IBANs: no
// BIC is named. The error is [ErrOrder].
func (o Order) Pain001() ([]byte, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	number, sum, from := strconv.Itoa(len(o.Transfers)), Amount(o.Total()), party{Latin(o.From.Name, mostName)}
	d := document{Initiation: initiation{
		Header: groupHeader{
			MessageID: o.ID, Created: o.MadeAt.UTC().Format(time.RFC3339), Number: number, Sum: sum, Initiator: from,
		},
		Payment: paymentInstruction{
			ID: o.ID, Method: "TRF", Number: number, Sum: sum, Service: "SEPA", ExecuteOn: o.ExecuteOn,
			Debtor: from, Account: o.From.IBAN, Agent: "NOTPROVIDED", Charges: "SLEV",
		},
	}}
	for _, t := range o.Transfers {
		d.Initiation.Payment.Transfers = append(d.Initiation.Payment.Transfers, credit{
			EndToEnd: t.EndToEnd, Amount: amount{"EUR", Amount(t.Cents)}, Creditor: party{Latin(t.To.Name, mostName)},
			Account: t.To.IBAN, Text: Latin(t.Text, mostText),
		})
	}
	var out bytes.Buffer
	out.WriteString(xml.Header)
	w := xml.NewEncoder(&out)
	w.Indent("", "  ")
	if err := w.Encode(d); err != nil {
		return nil, fmt.Errorf("payment: %w", err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}
