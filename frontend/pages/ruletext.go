package pages

import (
	"regexp"
	"strings"
)

// textBlock is a part of a paragraph of a regulation: running text of one or more lines, a
// list, or a table with a head.
type textBlock struct {
	Lines [][]span
	Items []textItem
	Head  []textHead
	Rows  [][][]span
}

// textHead is a cell of a head; the empty ones behind it belong to it.
type textHead struct {
	Spans   []span
	Columns int
}

// textItem is one item of a list; Number is "" where it has none.
type textItem struct {
	Number string
	Spans  []span
}

// span is a run of text. Link leads to the paragraph that it names.
type span struct {
	Text, Link string
	Strong     bool
}

var (
	listItem = regexp.MustCompile(`^\s*(?:[-*]|(\d+)\.)\s+`)
	tableEnd = regexp.MustCompile(`^\|(?: *:?-+:? *\|)+$`)
	// mention may name a paragraph: at least two numbers, "3.2d", "1.6.a".
	mention = regexp.MustCompile(`\d+(?:\.\d+)+(?:\.?[a-z]\b)?`)
)

// ruleText parses a stored paragraph of a regulation: blocks between empty lines, lists by hyphen or number, tables
// by bars, asterisks around emphasized words. Known are the paragraphs of the regulation, to which the text may
// refer.
func ruleText(text string, known map[string]bool) (blocks []textBlock) {
	for block := range strings.SplitSeq(text, "\n\n") {
		lines := present(strings.Split(block, "\n")...)
		switch {
		case len(lines) == 0:
		case strings.HasPrefix(lines[0], "|"):
			blocks = append(blocks, ruleTable(lines, known))
		default:
			blocks = append(blocks, ruleLines(lines, known)...)
		}
	}
	return joinLists(blocks)
}

// ruleLines reads lines of text and of lists.
func ruleLines(lines []string, known map[string]bool) (blocks []textBlock) {
	for _, line := range lines {
		mark := listItem.FindStringSubmatch(line)
		last := len(blocks) - 1
		switch {
		case mark != nil:
			item := textItem{Spans: spans(line[len(mark[0]):], known)}
			if mark[1] != "" {
				item.Number = mark[1] + "."
			}
			blocks = append(blocks, textBlock{Items: []textItem{item}})
		case last >= 0 && len(blocks[last].Lines) > 0:
			blocks[last].Lines = append(blocks[last].Lines, spans(line, known))
		default:
			blocks = append(blocks, textBlock{Lines: [][]span{spans(line, known)}})
		}
	}
	return blocks
}

// joinLists makes one list of the items that follow one another.
func joinLists(blocks []textBlock) (joined []textBlock) {
	for _, block := range blocks {
		if last := len(joined) - 1; last >= 0 && len(block.Items) > 0 && len(joined[last].Items) > 0 {
			joined[last].Items = append(joined[last].Items, block.Items...)
			continue
		}
		joined = append(joined, block)
	}
	return joined
}

// ruleTable reads the lines of a table, of which the first is its head.
func ruleTable(lines []string, known map[string]bool) textBlock {
	var table textBlock
	for _, line := range lines {
		if tableEnd.MatchString(strings.TrimSpace(line)) {
			continue
		}
		var row [][]span
		for cell := range strings.SplitSeq(strings.Trim(strings.TrimSpace(line), "|"), "|") {
			row = append(row, spans(strings.TrimSpace(cell), known))
		}
		if table.Head == nil {
			table.Head = ruleHead(row)
			continue
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// ruleHead gives a cell of a head the empty ones behind it.
func ruleHead(row [][]span) (head []textHead) {
	for _, cell := range row {
		if last := len(head) - 1; last >= 0 && len(cell) == 0 {
			head[last].Columns++
			continue
		}
		head = append(head, textHead{Spans: cell, Columns: 1})
	}
	return head
}

// spans cut a line where it begins or ends to be stressed, and where it names a paragraph. An
// asterisk without its other one stays.
func spans(line string, known map[string]bool) (out []span) {
	strong := false
	parts := strings.Split(strings.ReplaceAll(line, "**", "*"), "*")
	if len(parts)%2 == 0 {
		parts = []string{line}
	}
	for _, part := range parts {
		out = append(out, mentions(part, strong, known)...)
		strong = !strong
	}
	return out
}

// mentions cut a text at the paragraphs that it names.
func mentions(text string, strong bool, known map[string]bool) (out []span) {
	from := 0
	add := func(to int) {
		if to > from {
			out = append(out, span{Text: text[from:to], Strong: strong})
		}
	}
	for _, at := range mention.FindAllStringIndex(text, -1) {
		if number := text[at[0]:at[1]]; known[number] {
			add(at[0])
			out = append(out, span{Text: number, Link: "#" + paragraphID(number), Strong: strong})
			from = at[1]
		}
	}
	add(len(text))
	return out
}
