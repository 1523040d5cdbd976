package cloakroom.connection;

/** Whether a pooled server (DRCP) comes with what its last user left in the session. */
public enum Purity {
  /** A session that this connection class has used before, with its state. */
  SELF,
  /** A session as new. */
  NEW
}
