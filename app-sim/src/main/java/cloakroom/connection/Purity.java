package cloakroom.connection;

/**
 * Purity of Oracle's server-side pool (DRCP): whether a session from the pool may have the state of
 * earlier users.
 */
public enum Purity {
  SELF, // a session that this connection class has used before, with its state
  NEW
}
