package eventfile

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// readXLSX reads the sheets of a workbook. Its parts are unpacked and checked before the library
// builds anything from them.
func readXLSX(data []byte, limits Limits) (book, error) {
	a, err := unpack(data, limits)
	if err != nil {
		return nil, err
	}
	sheets, err := look(a, limits)
	if err != nil {
		return nil, err
	}
	f, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		UnzipSizeLimit: int64(limits.Unpacked), UnzipXMLSizeLimit: int64(limits.Unpacked), RawCellValue: true,
	})
	if err != nil {
		return nil, whole("not-a-workbook")
	}
	defer f.Close()
	var b book
	for _, s := range sheets {
		filled, err := s.fill(f, limits)
		if err != nil {
			return nil, err
		}
		b = append(b, filled)
	}
	return b, nil
}

// part is a checked sheet of a workbook.
type part struct {
	name    string
	numbers map[string]bool // cells that hold a number
}

// foreign are prefixes of parts with active content.
var foreign = []string{"xl/vbaProject", "xl/externalLinks/", "xl/embeddings/", "xl/connections", "xl/queryTables/", "xl/activeX/", "xl/macrosheets/"}

// look finds the sheets of a workbook and checks the cells of each without keeping them: their
// number, and that none is calculated.
func look(a archive, limits Limits) ([]part, error) {
	for _, name := range a.names {
		for _, beginning := range foreign {
			if strings.HasPrefix(strings.ToLower(name), strings.ToLower(beginning)) {
				return nil, whole("workbook-does-something", "part", Place{}.with(name).Value)
			}
		}
		if strings.HasSuffix(name, ".xml") || strings.HasSuffix(name, ".rels") {
			if err := wellFormed(a.parts[name], limits); err != nil {
				return nil, err
			}
		}
	}
	named, err := sheetParts(a)
	if err != nil {
		return nil, err
	}
	var out []part
	for _, one := range named {
		p := part{name: one.name, numbers: map[string]bool{}}
		if err := p.cells(a.parts[one.path], limits); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// wellFormed refuses XML that nests too deep or declares entities.
func wellFormed(data []byte, limits Limits) error {
	decoder := xml.NewDecoder(bytes.NewReader(data))
	decoder.CharsetReader = onlyUTF8
	for depth := 0; ; {
		token, err := decoder.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return whole("not-a-workbook")
		}
		switch token.(type) {
		case xml.StartElement:
			if depth++; depth > limits.Depth {
				return whole("too-deep")
			}
		case xml.EndElement:
			depth--
		case xml.Directive:
			return whole("workbook-does-something", "part", "DOCTYPE")
		}
	}
}

func onlyUTF8(label string, in io.Reader) (io.Reader, error) {
	if strings.EqualFold(label, "utf-8") {
		return in, nil
	}
	return nil, errors.New("eventfile: XML in " + label)
}

type namedPart struct{ name, path string }

// sheetParts returns the sheets in their order, with the part of each.
func sheetParts(a archive) ([]namedPart, error) {
	var workbook struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"sheets>sheet"`
	}
	var links struct {
		Links []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
			Mode   string `xml:"TargetMode,attr"`
		} `xml:"Relationship"`
	}
	if xml.Unmarshal(a.parts["xl/workbook.xml"], &workbook) != nil || xml.Unmarshal(a.parts["xl/_rels/workbook.xml.rels"], &links) != nil {
		return nil, whole("not-a-workbook")
	}
	targets := map[string]string{}
	for _, link := range links.Links {
		if strings.EqualFold(link.Mode, "External") {
			return nil, whole("workbook-does-something", "part", Place{}.with(link.Target).Value)
		}
		target := strings.TrimPrefix(link.Target, "/")
		if !strings.HasPrefix(target, "xl/") {
			target = path.Join("xl", target)
		}
		targets[link.ID] = target
	}
	var out []namedPart
	for _, s := range workbook.Sheets {
		if a.parts[targets[s.ID]] == nil {
			return nil, whole("not-a-workbook")
		}
		out = append(out, namedPart{s.Name, targets[s.ID]})
	}
	return out, nil
}

// cells checks the cells of a sheet.
func (p *part) cells(data []byte, limits Limits) error {
	decoder := xml.NewDecoder(bytes.NewReader(data))
	decoder.CharsetReader = onlyUTF8
	here := Place{Sheet: p.name}
	rows, columns := 0, 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return whole("not-a-workbook")
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch element.Name.Local {
		case "row":
			rows, columns = rows+1, 0
			here.Line, here.Column = rows, ""
			if given, err := strconv.Atoi(attribute(element, "r")); err == nil {
				here.Line = given
			}
			if rows > limits.Rows || here.Line > limits.Rows {
				return Faults{at(here, "too-many-rows", "limit", itoa(limits.Rows))}
			}
		case "c":
			columns++
			here.Column = attribute(element, "r")
			column, line, err := excelize.CellNameToCoordinates(here.Column)
			if err != nil || line != here.Line {
				return whole("not-a-workbook")
			}
			if columns > limits.Columns || column > limits.Columns {
				return Faults{at(here, "too-many-columns", "limit", itoa(limits.Columns))}
			}
			switch attribute(element, "t") {
			case "e":
				return Faults{at(here, "error-cell")}
			case "", "n":
				p.numbers[here.Column] = true
			}
		case "f":
			return Faults{at(here, "formula-cell")}
		}
	}
}

func attribute(element xml.StartElement, name string) string {
	for _, a := range element.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// fill reads the values of a sheet with the library.
func (p part) fill(f *excelize.File, limits Limits) (sheet, error) {
	rows, err := f.GetRows(p.name, excelize.Options{RawCellValue: true})
	if err != nil {
		return sheet{}, whole("not-a-workbook")
	}
	s := sheet{name: p.name}
	for i, written := range rows {
		here := Place{Sheet: p.name, Line: i + 1}
		cells := make([]cell, len(written))
		for j, value := range written {
			name, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				return s, whole("not-a-workbook")
			}
			if here.Column = name; i > 0 && j < len(s.columns) {
				here.Column = s.columns[j]
			}
			if fault := badText(here, value, limits); fault != nil {
				return s, fault
			}
			cells[j] = cell{text: value, number: p.numbers[name]}
		}
		if i == 0 {
			for _, c := range cells {
				s.columns = append(s.columns, strings.TrimSpace(c.text))
			}
			continue
		}
		s.rows = append(s.rows, row{line: i + 1, cells: cells})
	}
	return s, nil
}
