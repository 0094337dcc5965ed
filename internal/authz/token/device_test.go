package token

import (
	"strings"
	"testing"
	"time"
)

func TestDevicesAreRecognized(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	devices := Devices{Secret: []byte("the secret of the installation..")}
	const anna = "anna@example.it"
	phone, tablet := devices.Issue(anna, noon), devices.Issue(anna, noon)
	first, known := devices.Recognize(phone, anna, noon.Add(DeviceLifetime-time.Second))
	if !known {
		t.Fatal("a device is unknown")
	}
	if second, known := devices.Recognize(tablet, anna, noon); !known || second == first {
		t.Error("two devices are one")
	}
	flipped := "A" + phone[1:]
	if strings.HasPrefix(phone, "A") {
		flipped = "B" + phone[1:]
	}
	for _, tt := range []struct {
		rule, proof, email string
		devices            Devices
		at                 time.Time
	}{
		{"of somebody else", phone, "bruno@example.it", devices, noon},
		{"of an address that begins like it", phone, anna + "x", devices, noon},
		{"of another installation", phone, anna, Devices{Secret: []byte("another secret of 32 bytes......")}, noon},
		{"too old", phone, anna, devices, noon.Add(DeviceLifetime)},
		{"changed", flipped, anna, devices, noon},
		{"cut", phone[:len(phone)-1], anna, devices, noon},
		{"nothing", "", anna, devices, noon},
		{"no base64", strings.Repeat("!", len(phone)), anna, devices, noon},
	} {
		if _, known := tt.devices.Recognize(tt.proof, tt.email, tt.at); known {
			t.Errorf("%s: recognized", tt.rule)
		}
	}
}

// While secrets are replaced, a device is recognized by proofs made under any of them, as the same device.
func TestDevicesOfFurtherSecretsAreRecognized(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	const anna = "anna@example.it"
	old, next := []byte("the old secret of 32 bytes......"), []byte("the next secret of 32 bytes.....")
	before, after := Devices{Secret: old, Further: [][]byte{next}}, Devices{Secret: next, Further: [][]byte{old}}
	proof := before.Issue(anna, noon)
	first, known := before.Recognize(proof, anna, noon)
	if again, still := after.Recognize(proof, anna, noon); !known || !still || again != first {
		t.Error("a device is not the same under the next secret")
	}
	if _, known := before.Recognize(after.Issue(anna, noon), anna, noon); !known {
		t.Error("a device of a server that is one step ahead is unknown")
	}
	if _, known := (Devices{Secret: next}).Recognize(proof, anna, noon); known {
		t.Error("a device is known once its secret is gone")
	}
	if _, known := after.Recognize(proof, "bruno@example.it", noon); known {
		t.Error("a device of somebody else is known")
	}
}
