package payment_test

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"referto/internal/payment"
)

func order() payment.Order {
	return payment.Order{
		ID: "019AF0-1", MadeAt: time.Date(2010, 5, 2, 10, 0, 0, 0, time.UTC), ExecuteOn: "2010-05-03",
		From: payment.Party{Name: "Stupor Mundi & Co.", IBAN: "IT60X0542811101000000123456"},
		Transfers: []payment.Transfer{
			{EndToEnd: "R-1", To: payment.Party{Name: "Nicolò Dell'Orto", IBAN: "IT60X0542811101000000123456"}, Cents: 12005, Text: "Rimborso ModCon 2010"},
			{EndToEnd: "R-2", To: payment.Party{Name: "Щерю Дойчев", IBAN: "BG80BNBG96611020345678"}, Cents: 7, Text: "Възстановяване"},
		},
	}
}

func TestIBANs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		typed, want string
		err         error
	}{
		{" it60 x054 2811 1010 0000 0123 456 ", "IT60X0542811101000000123456", nil},
		{"BG80BNBG96611020345678", "BG80BNBG96611020345678", nil},
		{"IT61X0542811101000000123456", "", payment.ErrIBAN}, // check digits
		{"IT60X05428111010000001234", "", payment.ErrIBAN},   // length
		{"BR1800360305000010009795493C1", "", payment.ErrOutside},
		{"", "", payment.ErrIBAN},
		{"=cmd()", "", payment.ErrIBAN},
	} {
		got, err := payment.CheckIBAN(tt.typed)
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%q: %q, %v", tt.typed, got, err)
		}
		if err != nil && len(tt.typed) > 4 && strings.Contains(err.Error(), tt.typed[4:]) {
			t.Errorf("%q: the error tells the account: %v", tt.typed, err)
		}
	}
	if got := payment.Mask("BG80BNBG96611020345678"); got != "BG…5678" {
		t.Errorf("masked: %s", got)
	}
}

func TestNamesInTheLettersOfBanks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		most int
		want string
	}{
		{"Щерю Дойчев", 70, "Shteryu Doychev"},
		{"Nicolò Dell’Orto", 70, "Nicolo Dell'Orto"},
		{"Łukasz Großmann & Söhne", 70, "Lukasz Grossmann . Sohne"},
		{"//a///b/", 70, "a/b"},
		{"=HYPERLINK(\"x\")", 70, ".HYPERLINK(.x.)"},
		{"abcdef", 3, "abc"},
	} {
		if got := payment.Latin(tt.name, tt.most); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// leaf is an element with a text: its path and the pattern of its text. These are the elements of the schema of
// pain.001.001.09 that a SEPA credit transfer has, in the order of the schema, with the patterns of their types.
type leaf struct{ path, form string }

const (
	textForm   = `[A-Za-z0-9/\-?:().,'+ ]{1,35}`
	nameForm   = `[A-Za-z0-9/\-?:().,'+ ]{1,70}`
	amountForm = `\d{1,9}\.\d{2}`
	ibanForm   = `[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}`
	timeForm   = `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`
)

var header = []leaf{
	{"GrpHdr/MsgId", textForm},
	{"GrpHdr/CreDtTm", timeForm},
	{"GrpHdr/NbOfTxs", `[0-9]{1,15}`},
	{"GrpHdr/CtrlSum", amountForm},
	{"GrpHdr/InitgPty/Nm", nameForm},
	{"PmtInf/PmtInfId", textForm},
	{"PmtInf/PmtMtd", `TRF`},
	{"PmtInf/NbOfTxs", `[0-9]{1,15}`},
	{"PmtInf/CtrlSum", amountForm},
	{"PmtInf/PmtTpInf/SvcLvl/Cd", `SEPA`},
	{"PmtInf/ReqdExctnDt/Dt", `\d{4}-\d\d-\d\d`},
	{"PmtInf/Dbtr/Nm", nameForm},
	{"PmtInf/DbtrAcct/Id/IBAN", ibanForm},
	{"PmtInf/DbtrAgt/FinInstnId/Othr/Id", `NOTPROVIDED`},
	{"PmtInf/ChrgBr", `SLEV`},
}

var transfer = []leaf{
	{"PmtInf/CdtTrfTxInf/PmtId/EndToEndId", textForm},
	{"PmtInf/CdtTrfTxInf/Amt/InstdAmt", amountForm},
	{"PmtInf/CdtTrfTxInf/Cdtr/Nm", nameForm},
	{"PmtInf/CdtTrfTxInf/CdtrAcct/Id/IBAN", ibanForm},
	{"PmtInf/CdtTrfTxInf/RmtInf/Ustrd", `[A-Za-z0-9/\-?:().,'+ ]{1,140}`},
}

// texts are the elements with a text of a document, in its order.
func texts(t *testing.T, file []byte) (found [][2]string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(file))
	var path []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Space != payment.Namespace {
				t.Fatalf("%s is of %q", token.Name.Local, token.Name.Space)
			}
			if token.Name.Local == "InstdAmt" && (len(token.Attr) != 1 || token.Attr[0].Value != "EUR") {
				t.Errorf("an amount in %v", token.Attr)
			}
			path = append(path, token.Name.Local)
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				found = append(found, [2]string{strings.TrimPrefix(strings.Join(path, "/"), "Document/CstmrCdtTrfInitn/"), text})
			}
		}
	}
}

func TestPain001HasTheElementsOfTheSchemaInItsOrder(t *testing.T) {
	t.Parallel()
	file, err := order().Pain001()
	if err != nil {
		t.Fatal(err)
	}
	want := append(slices.Clone(header), append(slices.Clone(transfer), transfer...)...)
	got := texts(t, file)
	if len(got) != len(want) {
		t.Fatalf("%d texts, want %d:\n%s", len(got), len(want), file)
	}
	for i, w := range want {
		if got[i][0] != w.path || !regexp.MustCompile(`^(?:`+w.form+`)$`).MatchString(got[i][1]) {
			t.Errorf("%d: %s %q, want %s like %s", i, got[i][0], got[i][1], w.path, w.form)
		}
	}
}

func TestSumsOfAnOrderAreExact(t *testing.T) {
	t.Parallel()
	o := order()
	o.Transfers = nil
	for n := range 999 { // a tenth of a cent lost on each would show
		o.Transfers = append(o.Transfers, payment.Transfer{
			EndToEnd: "R-" + payment.Amount(int64(n)), To: payment.Party{Name: "A", IBAN: "BG80BNBG96611020345678"}, Cents: int64(n)*101 + 29,
		})
	}
	file, err := o.Pain001()
	if err != nil {
		t.Fatal(err)
	}
	sum, total, number := new(big.Rat), "", ""
	for _, text := range texts(t, file) {
		switch text[0] {
		case "PmtInf/CdtTrfTxInf/Amt/InstdAmt":
			one, _ := new(big.Rat).SetString(text[1])
			sum.Add(sum, one)
		case "GrpHdr/CtrlSum":
			total = text[1]
		case "GrpHdr/NbOfTxs":
			number = text[1]
		}
	}
	if sum.FloatString(2) != total || number != "999" || payment.Amount(o.Total()) != total {
		t.Errorf("the transfers come to %s, the header says %s of %s", sum.FloatString(2), total, number)
	}
}

func TestAnOrderIsWrittenTheSameEveryTime(t *testing.T) {
	t.Parallel()
	for _, write := range []func(payment.Order) ([]byte, error){payment.Order.Pain001, payment.Order.CSV} {
		first, err := write(order())
		if err != nil {
			t.Fatal(err)
		}
		o := order()
		o.MadeAt = o.MadeAt.In(time.FixedZone("elsewhere", 7200))
		if second, err := write(o); err != nil || !bytes.Equal(first, second) {
			t.Errorf("%v\n%s\n%s", err, first, second)
		}
	}
}

// formulas are names that a spreadsheet would calculate.
var formulas = []string{"=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1", "＋1", "－1", "＠x", "'=1"}

func TestNoCellOfTheListIsAFormula(t *testing.T) {
	t.Parallel()
	o := order()
	o.Transfers = nil
	for n, name := range formulas {
		o.Transfers = append(o.Transfers, payment.Transfer{
			EndToEnd: "R-" + string(rune('a'+n)), To: payment.Party{Name: name + "x", IBAN: "BG80BNBG96611020345678"}, Cents: 100, Text: name,
		})
	}
	file, err := o.CSV()
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\ufeff")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != len(formulas)+2 {
		t.Errorf("%d lines", len(lines))
	}
	for _, line := range lines {
		for _, cell := range line {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") || strings.HasPrefix(cell, "＝") {
				t.Errorf("%q is calculated", cell)
			}
		}
	}
	if last := lines[len(lines)-1]; last[3] != "11.00" || last[4] != "EUR" {
		t.Errorf("the sum: %v", last)
	}
}

func TestOrdersThatNoBankTakes(t *testing.T) {
	t.Parallel()
	for about, spoil := range map[string]func(*payment.Order){
		"no transfers":        func(o *payment.Order) { o.Transfers = nil },
		"nothing to pay":      func(o *payment.Order) { o.Transfers[0].Cents = 0 },
		"less than nothing":   func(o *payment.Order) { o.Transfers[0].Cents = -1 },
		"a reference twice":   func(o *payment.Order) { o.Transfers[1].EndToEnd = o.Transfers[0].EndToEnd },
		"a long reference":    func(o *payment.Order) { o.Transfers[0].EndToEnd = strings.Repeat("a", 36) },
		"letters of no bank":  func(o *payment.Order) { o.ID = "Ж" },
		"no name":             func(o *payment.Order) { o.Transfers[0].To.Name = " " },
		"no such day":         func(o *payment.Order) { o.ExecuteOn = "2010-02-30" },
		"nobody who pays":     func(o *payment.Order) { o.From.Name = "" },
		"more than it allows": func(o *payment.Order) { o.Transfers[0].Cents = 100_000_000_000 },
	} {
		o := order()
		spoil(&o)
		if _, err := o.Pain001(); !errors.Is(err, payment.ErrOrder) {
			t.Errorf("%s: %v", about, err)
		}
		if _, err := o.CSV(); !errors.Is(err, payment.ErrOrder) {
			t.Errorf("%s as CSV: %v", about, err)
		}
	}
}
