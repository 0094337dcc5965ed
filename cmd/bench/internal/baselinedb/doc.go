// Package baselinedb holds the SQL with which the benchmark compares the product, and the data on which both work.
//
// [DB.Player] and [DB.Pipeline] are the minimum that a program would send: one statement or one pipeline and nothing
// around it. [DB.RowByRow] is the other end, the program that an ORM suggests: every row loaded and saved by itself.
// None of them checks the caller's permission.
//
// [Spread] copies one stage to many tenants, so that a load is distributed. It and the tables of [DB.RowByRow] need
// the superuser of a throw-away database.
package baselinedb
