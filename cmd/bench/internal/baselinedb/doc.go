// Package baselinedb is the SQL that the benchmark compares the product with, and
// the data that both work on.
//
// [DB.Player] and [DB.Pipeline] are what the least program would send: one
// statement or one pipeline and nothing around it. [DB.RowByRow] is the other
// end, the program an ORM invites one to write: every row loaded and saved by
// itself. None of them decides whether the caller may do it.
//
// [Spread] copies one stage to many tenants, so that a load has somewhere to go.
// It and the tables of [DB.RowByRow] need the superuser of a throw-away database.
package baselinedb
