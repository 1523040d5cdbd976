package cloakroom.connection;

/**
 * Purity of Oracle's server-side pool (DRCP): the state of earlier users that a session may have
 * when the server provides it.
 */
public enum Purity {
  SELF, // a session that this connection class has used before, with its state
  NEW
}
