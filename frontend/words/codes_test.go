package words

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"
)

// answers are the types whose values carry a reason code into an answer, with
// the field that holds it.
var answers = map[string]string{
	module + "/internal/quota.Bucket":         "Reason",
	module + "/internal/quota.ExceededError":  "Reason",
	module + "/internal/league.Grounds":       "Reason",
	module + "/internal/serve.problemRow":     "reason",
	module + "/internal/serve.invalidRequest": "reason",
	module + "/internal/strictjson.Error":     "Reason",
	module + "/internal/strictyaml.Error":     "Reason",
	module + "/openapi.DecidedBy":             "Reason",
	module + "/openapi.Explanation":           "Reason",
	module + "/openapi.Problem":               "Reason",
}

// usage is one place in the source that gives a reason code.
type usage struct {
	at, code string
	params   []string // names of the parameters that go with it
}

// carrier is a function that takes a reason code and passes it on.
type carrier struct {
	reason int      // index of the argument that is the code
	pairs  int      // index of the first of "name", value, …; -1 if it takes none
	params []string // names of parameters that it adds itself
}

// codes finds the reason codes of the packages that were read. It understands:
//
//   - a literal of one of the types in answers, keyed or not, and an assignment
//     to the field of one, with Params as a map literal;
//   - a call of a function, method or closure that passes one of its parameters
//     on as a code, however many there are in between; parameters of the message
//     come after it as "name", value pairs in its variadic `params ...string`;
//   - as the code itself: a constant, a local variable that is only ever given
//     one of these forms, the field of another answer (which was found where
//     that was made), a conversion of a type of ours (then every constant of
//     that type is a code), and a function of ours that returns such a thing.
//
// Everything else is a fault, unless it is in the list of exceptions.
type codes struct {
	*sources
	exceptions map[string][]string // codes by place, see [codes.fault]
	excepted   map[string]bool     // which of them were met
	fields     map[types.Object]bool
	bodies     map[types.Object]*ast.FuncDecl
	carriers   map[types.Object][]carrier
	usages     []usage
	faults     []string
	stack      []ast.Node // from the file to the node at hand
}

func findCodes(s *sources, exceptions map[string][]string) *codes {
	c := &codes{
		sources: s, exceptions: exceptions, fields: make(map[types.Object]bool),
		bodies: make(map[types.Object]*ast.FuncDecl), carriers: make(map[types.Object][]carrier),
	}
	for name, field := range answers {
		dot := strings.LastIndexByte(name, '.')
		if pkg := s.packages[name[:dot]]; pkg != nil {
			c.fields[fieldOf(pkg.Scope().Lookup(name[dot+1:]).Type(), field)] = true
		}
	}
	for _, files := range s.files {
		for _, file := range files {
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					c.bodies[s.info.Defs[f.Name]] = f
				}
			}
		}
	}
	for known := -1; known != c.known(); { // a carrier found late may have been called before
		known = c.known()
		c.usages, c.faults, c.excepted = nil, nil, make(map[string]bool)
		for pkg, files := range s.files {
			if strings.HasPrefix(pkg, module+"/internal/") {
				for _, file := range files {
					ast.Inspect(file, c.visit)
				}
			}
		}
	}
	slices.Sort(c.faults)
	return c
}

func (c *codes) known() int {
	n := 0
	for _, carriers := range c.carriers {
		n += len(carriers)
	}
	return n
}

func (c *codes) visit(n ast.Node) bool {
	if n == nil {
		c.stack = c.stack[:len(c.stack)-1]
		return true
	}
	c.stack = append(c.stack, n)
	switch n := n.(type) {
	case *ast.CompositeLit:
		if field, ok := answers[typeName(c.info.TypeOf(n))]; ok {
			if code := c.member(n, field); code != nil {
				c.give(code, c.literalParams(n))
			}
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			selector, ok := left.(*ast.SelectorExpr)
			if ok && c.fields[c.fieldAt(selector)] && len(n.Rhs) == len(n.Lhs) {
				c.give(n.Rhs[i], nil)
			}
		}
	case *ast.CallExpr:
		for _, k := range c.carriers[c.callee(n)] {
			c.give(n.Args[k.reason], append(c.pairs(n, k), k.params...))
		}
	}
	return true
}

// give records that an expression is a reason code with parameters.
func (c *codes) give(code ast.Expr, params []string) {
	found, through := c.trace(code)
	for _, reason := range found {
		c.usages = append(c.usages, usage{c.at(code), reason, params})
	}
	for _, parameter := range through {
		c.carry(parameter, params)
	}
}

// carry records that the enclosing function which has the parameter passes it on
// as a code.
func (c *codes) carry(parameter types.Object, params []string) {
	function, list := c.owner(parameter)
	if function == nil {
		c.faults = append(c.faults, fmt.Sprintf("%s: a function without a name takes a code", c.at(list)))
		return
	}
	k := carrier{pairs: -1, params: params}
	i := 0
	for _, field := range list.List {
		for _, name := range field.Names {
			if c.info.Defs[name] == parameter {
				k.reason = i
			}
			if _, variadic := field.Type.(*ast.Ellipsis); variadic && name.Name == "params" {
				k.pairs = i
			}
			i++
		}
	}
	same := func(o carrier) bool {
		return o.reason == k.reason && o.pairs == k.pairs && slices.Equal(o.params, k.params)
	}
	if !slices.ContainsFunc(c.carriers[function], same) {
		c.carriers[function] = append(c.carriers[function], k)
	}
}

// trace finds the codes that an expression can be, and the parameters of
// enclosing functions that it can be instead.
func (c *codes) trace(e ast.Expr) (found []string, through []types.Object) {
	if listed, ok := c.exceptions[c.place(e)]; ok {
		c.excepted[c.place(e)] = true
		return listed, nil
	}
	if value := c.info.Types[e].Value; value != nil && value.Kind() == constant.String {
		return []string{constant.StringVal(value)}, nil
	}
	switch e := e.(type) {
	case *ast.Ident:
		return c.traceVariable(e)
	case *ast.SelectorExpr:
		if c.fields[c.fieldAt(e)] {
			return nil, nil
		}
	case *ast.CallExpr:
		if c.info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			if all := constantsOf(c.info.TypeOf(e.Args[0])); len(all) > 0 {
				return all, nil
			}
			return c.trace(e.Args[0])
		}
		if body := c.bodies[c.callee(e)]; body != nil {
			return c.traceReturns(body)
		}
	}
	c.faults = append(c.faults, fmt.Sprintf("%s: not understood as a reason code: %s", c.at(e), c.place(e)))
	return nil, nil
}

func (c *codes) traceVariable(id *ast.Ident) (found []string, through []types.Object) {
	variable := c.info.Uses[id]
	if function, list := c.owner(variable); function != nil || list != nil {
		return nil, []types.Object{variable}
	}
	for _, value := range c.valuesOf(id) {
		f, t := c.trace(value)
		found, through = append(found, f...), append(through, t...)
	}
	return found, through
}

func (c *codes) traceReturns(f *ast.FuncDecl) (found []string, through []types.Object) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == 1 {
			codes, _ := c.trace(r.Results[0])
			found = append(found, codes...)
		}
		return true
	})
	return found, nil
}

// place writes the place of an expression as the list of exceptions has it:
// "internal/serve/pages.go: c.Param("reason")".
func (c *codes) place(e ast.Expr) string {
	file, _, _ := strings.Cut(c.at(e), ":")
	return file + ": " + types.ExprString(e)
}
