package cloakroom.connection;

import java.util.Locale;

/** Whether a pooled server (DRCP) comes with what its last user left in the session. */
public enum Purity {
  /** A session that this connection class has used before, with its state. */
  SELF,
  /** A session as new. */
  NEW;

  /** The purity of that name; a wrong name is told the choices. */
  public static Purity parse(String name) {
    return Choices.parse(Purity.class, "purity", name);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
