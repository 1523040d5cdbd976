package cloakroom.bench.study;

/** How long one borrower keeps a connection. */
public enum Reuse {
  /** One connection for all queries. */
  HELD,
  /** A borrow and a return around every query. */
  BORROWED
}
