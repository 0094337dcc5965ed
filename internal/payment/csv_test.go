package payment_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"referto/internal/payment"
)

// TestTheListForPeople: line for line, the sum at the end.
func TestTheListForPeople(t *testing.T) {
	t.Parallel()
	got, err := order().CSV()
	if err != nil {
		t.Fatal(err)
	}
	want := "\ufeffreference,name,iban,amount,currency,text\r\n" +
		"R-1,Nicolò Dell'Orto,IT60X0542811101000000123456,120.05,EUR,Rimborso ModCon 2010\r\n" +
		"R-2,Щерю Дойчев,BG80BNBG96611020345678,0.07,EUR,Възстановяване\r\n" +
		"019AF0-1,Stupor Mundi & Co.,IT60X0542811101000000123456,120.12,EUR,2010-05-03\r\n"
	if string(got) != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// TestAmounts: cents as euro, two digits behind the point.
func TestAmounts(t *testing.T) {
	t.Parallel()
	for cents, want := range map[int64]string{0: "0.00", 7: "0.07", 70: "0.70", 100: "1.00", 1205: "12.05", 99_999_999_999: "999999999.99"} {
		if got := payment.Amount(cents); got != want {
			t.Errorf("%d cents are %s, want %s", cents, got, want)
		}
	}
	if got := (payment.Order{}).Total(); got != 0 {
		t.Errorf("no transfers come to %d", got)
	}
}

// TestLastThatABankTakes: the bounds of an order from within.
func TestLastThatABankTakes(t *testing.T) {
	t.Parallel()
	o := order()
	o.ID, o.Transfers[0].EndToEnd = strings.Repeat("a", 35), strings.Repeat("b", 35)
	o.Transfers[0].Cents, o.Transfers[1].Cents = 99_999_999_999, 1
	o.Transfers[0].To.Name, o.Transfers[0].Text = strings.Repeat("è", 200), ""
	file, err := o.Pain001()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"<MsgId>" + o.ID + "</MsgId>", "<EndToEndId>" + o.Transfers[0].EndToEnd + "</EndToEndId>", `<InstdAmt Ccy="EUR">999999999.99</InstdAmt>`,
		"<CtrlSum>1000000000.00</CtrlSum>", "<Nm>" + strings.Repeat("e", 70) + "</Nm>", "<CreDtTm>2010-05-02T10:00:00Z</CreDtTm>",
	} {
		if !strings.Contains(string(file), part) {
			t.Errorf("no %s in\n%s", part, file)
		}
	}
	if strings.Count(string(file), "<Ustrd>") != 1 {
		t.Error("a transfer without a text has one")
	}
	for _, id := range []string{"", "a b ", "a//b", "/a", "a/", "è", strings.Repeat("a", 36)} {
		o := order()
		o.ID = id
		if _, err := o.Pain001(); err == nil {
			t.Errorf("an order of the id %q is written", id)
		}
	}
}

// TestLettersOfBanks: every letter of Bulgarian, in both cases, and those of the
// countries around.
func TestLettersOfBanks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"абвгдежзийклмнопрстуфхцчшщъьюя": "abvgdezhziyklmnoprstufhtschshshtayyuya",
		"АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯ": "ABVGDEZhZIYKLMNOPRSTUFHTsChShShtAYYuYa",
		"àèéìòù ÀÈÉÌÒÙ ç ñ ü Å":          "aeeiou AEEIOU c n u A",
		"straße Ærø œuvre Łódź đ":        "strasse Aero oeuvre Lodz d",
		"a\u00a0b\tc\nd":                 "a b c d",
		"  a   b  ":                      "a b",
		"e\u0301":                        "e", // an accent of its own
		"你好":                             "..",
		"1 – 2 ’n’":                      "1 - 2 'n'",
		"/":                              "",
		"":                               "",
		"a&b<c>\"d\"@e#f":                "a.b.c..d..e.f",
	} {
		if got := payment.Latin(text, 200); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text, most := rapid.String().Draw(t, "text"), rapid.IntRange(0, 40).Draw(t, "most")
		got := payment.Latin(text, most)
		if len(got) > most || strings.Contains(got, "//") || strings.Trim(got, "/ ") != got {
			t.Errorf("%q is written %q", text, got)
		}
		for _, r := range got {
			if r >= utf8.RuneSelf || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-?:().,'+ ", r) {
				t.Errorf("%q is written %q", text, got)
			}
		}
		if again := payment.Latin(got, most); again != got {
			t.Errorf("%q is written %q, and that %q", text, got, again)
		}
	})
}

// TestMasks: country and last four characters; nothing of a short text.
func TestMasks(t *testing.T) {
	t.Parallel()
	for iban, want := range map[string]string{"": "…", "BG80123": "…", "BG801234": "BG…1234", "IT60X0542811101000000123456": "IT…3456"} {
		if got := payment.Mask(iban); got != want {
			t.Errorf("%q is shown as %q, want %q", iban, got, want)
		}
	}
}
