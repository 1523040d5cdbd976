package cloakroom.connection;

/** Session state of a pooled server (DRCP) at its hand-out. */
public enum Purity {
  /** A session that this connection class has used before, with its state. */
  SELF,
  NEW
}
