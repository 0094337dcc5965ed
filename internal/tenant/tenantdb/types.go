package tenantdb

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
)

// registerTypes teaches a connection our ids, and that instants are in UTC
// wherever the server runs. Without it an id would travel by way of its text, as
// database/sql has it, which costs more than the rest of a small statement.
func registerTypes(m *pgtype.Map) {
	id := &pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: idCodec{}}
	m.RegisterType(id)
	m.RegisterType(&pgtype.Type{Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: idListCodec{&pgtype.ArrayCodec{ElementType: id}}})
	instant := &pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC}}
	m.RegisterType(instant)
	m.RegisterType(&pgtype.Type{Name: "_timestamptz", OID: pgtype.TimestamptzArrayOID, Codec: &pgtype.ArrayCodec{ElementType: instant}})
}

// idCodec copies the sixteen bytes of a uuid.UUID, and of a typed id, which is a
// struct around one. Everything else, and NULL, is left to pgx.
type idCodec struct{ pgtype.UUIDCodec }

var idType = reflect.TypeFor[uuid.UUID]()

// wrapsID reports whether t is a struct whose only field is an id.
func wrapsID(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.NumField() == 1 && t.Field(0).Type == idType
}

// PlanEncode returns how a value becomes a parameter.
func (c idCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if format == pgtype.BinaryFormatCode && value != nil {
		switch t := reflect.TypeOf(value); {
		case t == idType:
			return encodeID{}
		case wrapsID(t):
			return encodeTypedID{}
		}
	}
	return c.UUIDCodec.PlanEncode(m, oid, format, value)
}

// PlanScan returns how a column is read into target.
func (c idCodec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if t := reflect.TypeOf(target); format == pgtype.BinaryFormatCode && t.Kind() == reflect.Pointer {
		switch {
		case t.Elem() == idType:
			return scanID{}
		case wrapsID(t.Elem()):
			return scanTypedID{}
		}
	}
	return c.UUIDCodec.PlanScan(m, oid, format, target)
}

type (
	encodeID      struct{}
	encodeTypedID struct{}
	scanID        struct{}
	scanTypedID   struct{}
)

func (encodeID) Encode(value any, buf []byte) ([]byte, error) {
	id := value.(uuid.UUID)
	return append(buf, id[:]...), nil
}

func (encodeTypedID) Encode(value any, buf []byte) ([]byte, error) {
	id := reflect.ValueOf(value).Field(0).Interface().(uuid.UUID)
	return append(buf, id[:]...), nil
}

func (scanID) Scan(src []byte, target any) error {
	return copyID(target.(*uuid.UUID), src)
}

func (scanTypedID) Scan(src []byte, target any) error {
	return copyID(reflect.ValueOf(target).Elem().Field(0).Addr().Interface().(*uuid.UUID), src)
}

// idListCodec reads lists of ids, and of typed ones, without asking pgx for each of them
// how it is read: a season's rankings have hundreds of thousands.
type idListCodec struct{ *pgtype.ArrayCodec }

// PlanScan returns how a column is read into target.
func (c idListCodec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if t := reflect.TypeOf(target); format == pgtype.BinaryFormatCode && t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Slice {
		if one := t.Elem().Elem(); one == idType || wrapsID(one) {
			return scanIDs{}
		}
	}
	return c.ArrayCodec.PlanScan(m, oid, format, target)
}

type scanIDs struct{}

// Scan reads the wire's form: dimensions, whether there are NULLs, and type of the
// elements, four bytes each; length and first index of the one dimension, unless the
// list is empty; and each element behind its length.
func (scanIDs) Scan(src []byte, target any) error {
	list := reflect.ValueOf(target).Elem()
	if src == nil {
		list.SetZero()
		return nil
	}
	const head, perID = 5 * 4, 4 + len(uuid.UUID{})
	n, dimensions := 0, binary.BigEndian.Uint32(src)
	if dimensions == 1 {
		n = int(binary.BigEndian.Uint32(src[3*4:]))
	}
	if dimensions > 1 || dimensions == 1 && len(src) != head+n*perID {
		return fmt.Errorf("tenantdb: no list of ids: %d dimensions, %d bytes", dimensions, len(src))
	}
	list.Set(reflect.MakeSlice(list.Type(), n, n))
	for i := range n {
		one := list.Index(i)
		if one.Type() != idType {
			one = one.Field(0)
		}
		copy(one.Addr().Interface().(*uuid.UUID)[:], src[head+i*perID+4:])
	}
	return nil
}

// copyID reads the wire's form. NULL, which is nil, needs a pointer to an id.
func copyID(id *uuid.UUID, src []byte) error {
	if len(src) != len(id) {
		return fmt.Errorf("tenantdb: an id of %d bytes", len(src))
	}
	copy(id[:], src)
	return nil
}
