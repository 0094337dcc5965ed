package words

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// This file has the small questions that [codes] asks about the source.

// typeName returns the full name of a named type or of the type that it points to; "" for others.
func typeName(t types.Type) string {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if named, ok := t.(*types.Named); ok {
		return named.String()
	}
	return ""
}

// fieldOf is a field of a struct type.
func fieldOf(t types.Type, name string) types.Object {
	structure := t.Underlying().(*types.Struct)
	for field := range structure.Fields() {
		if field.Name() == name {
			return field
		}
	}
	panic(fmt.Sprintf("%s has no field %s", t, name))
}

// constantsOf are the text constants declared of a type of ours.
func constantsOf(t types.Type) []string {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	var all []string
	scope := named.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if k, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(k.Type(), t) && k.Val().Kind() == constant.String {
			all = append(all, constant.StringVal(k.Val()))
		}
	}
	return all
}

// member is the value of a field in a literal; nil where it is not given.
func (c *codes) member(lit *ast.CompositeLit, field string) ast.Expr {
	t := c.info.TypeOf(lit)
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	structure := t.Underlying().(*types.Struct)
	for i, element := range lit.Elts {
		if pair, keyed := element.(*ast.KeyValueExpr); keyed {
			if pair.Key.(*ast.Ident).Name == field {
				return pair.Value
			}
		} else if structure.Field(i).Name() == field {
			return element
		}
	}
	return nil
}

// fieldAt is the field that a selector names, also through an embedded struct;
// nil for methods and names of packages.
func (c *codes) fieldAt(e *ast.SelectorExpr) types.Object {
	if selection := c.info.Selections[e]; selection != nil && selection.Kind() == types.FieldVal {
		return selection.Obj()
	}
	return nil
}

// callee is the function, method or closure that is called; nil if it is none of
// ours with a name.
func (c *codes) callee(call *ast.CallExpr) types.Object {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return c.info.Uses[f]
	case *ast.SelectorExpr:
		return c.info.Uses[f.Sel]
	}
	return nil
}

// owner is the enclosing function that has a parameter, with its list of them.
// Both are nil if it is no parameter; the function alone is nil if it is a
// closure without a name.
func (c *codes) owner(parameter types.Object) (function types.Object, list *ast.FieldList) {
	for i, node := range c.stack {
		switch f := node.(type) {
		case *ast.FuncDecl:
			function, list = c.info.Defs[f.Name], f.Type.Params
		case *ast.FuncLit:
			function, list = c.closureName(c.stack[i-1], f), f.Type.Params
		default:
			continue
		}
		for _, field := range list.List {
			for _, name := range field.Names {
				if c.info.Defs[name] == parameter {
					return function, list
				}
			}
		}
	}
	return nil, nil
}

// closureName is the variable to which a closure is given.
func (c *codes) closureName(parent ast.Node, f *ast.FuncLit) types.Object {
	if assign, ok := parent.(*ast.AssignStmt); ok && len(assign.Lhs) == 1 && assign.Rhs[0] == ast.Expr(f) {
		if id, ok := assign.Lhs[0].(*ast.Ident); ok {
			return c.info.ObjectOf(id)
		}
	}
	return nil
}

// valuesOf returns everything that is assigned to a variable in its file. It is a fault if some of it cannot be
// known.
func (c *codes) valuesOf(id *ast.Ident) []ast.Expr {
	variable := c.info.Uses[id]
	var values []ast.Expr
	clear := true
	given := func(names, from []ast.Expr) {
		for i, left := range names {
			name, ok := left.(*ast.Ident)
			switch {
			case !ok || c.info.ObjectOf(name) != variable:
			case len(from) == len(names):
				values = append(values, from[i])
			default: // one of several results, or of a range
				clear = false
			}
		}
	}
	ast.Inspect(c.stack[0], func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.ASSIGN && n.Tok != token.DEFINE { // reason += "-x"
				given(n.Lhs, nil)
				break
			}
			given(n.Lhs, n.Rhs)
		case *ast.RangeStmt:
			given([]ast.Expr{n.Key, n.Value}, nil)
		case *ast.ValueSpec:
			if len(n.Values) > 0 {
				names := make([]ast.Expr, len(n.Names))
				for i, name := range n.Names {
					names[i] = name
				}
				given(names, n.Values)
			}
		}
		return true
	})
	if variable == nil || len(values) == 0 || !clear {
		c.faults = append(c.faults, fmt.Sprintf("%s: not everything that %s can be is known", c.at(id), id.Name))
	}
	return values
}

// literalParams are the names in the Params of a literal.
func (c *codes) literalParams(lit *ast.CompositeLit) []string {
	value := c.member(lit, "Params")
	if value == nil {
		return nil
	}
	if id, ok := value.(*ast.Ident); ok {
		if known := c.valuesOf(id); len(known) == 1 {
			value = known[0]
		}
	}
	literal, ok := value.(*ast.CompositeLit)
	if !ok {
		c.faults = append(c.faults, fmt.Sprintf("%s: Params are no map literal", c.at(value)))
		return nil
	}
	var names []string
	for _, element := range literal.Elts {
		names = append(names, c.name(element.(*ast.KeyValueExpr).Key)...)
	}
	return names
}

// pairs are the names among the "name", value, … of a call.
func (c *codes) pairs(call *ast.CallExpr, k carrier) []string {
	if k.pairs < 0 || len(call.Args) <= k.pairs {
		return nil
	}
	list := call.Args[k.pairs:]
	if call.Ellipsis.IsValid() {
		id, ok := list[0].(*ast.Ident)
		if ok {
			if _, own := c.owner(c.info.Uses[id]); own != nil {
				return nil // its caller gives them
			}
			known := c.valuesOf(id)
			if len(known) == 1 {
				if literal, isLiteral := known[0].(*ast.CompositeLit); isLiteral {
					return c.everyOther(literal.Elts)
				}
			}
		}
		c.faults = append(c.faults, fmt.Sprintf("%s: params are neither written out nor a list literal", c.at(list[0])))
		return nil
	}
	return c.everyOther(list)
}

func (c *codes) everyOther(list []ast.Expr) []string {
	var names []string
	for i := 0; i < len(list); i += 2 {
		names = append(names, c.name(list[i])...)
	}
	return names
}

// name is a constant name of a parameter.
func (c *codes) name(e ast.Expr) []string {
	if value := c.info.Types[e].Value; value != nil && value.Kind() == constant.String {
		return []string{constant.StringVal(value)}
	}
	c.faults = append(c.faults, fmt.Sprintf("%s: the name of a parameter is no constant", c.at(e)))
	return nil
}
