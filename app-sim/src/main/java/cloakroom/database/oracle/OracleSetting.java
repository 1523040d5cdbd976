package cloakroom.database.oracle;

import java.util.Locale;

/** What can be chosen about the Oracle that runs in a container, and where it can be said. */
public enum OracleSetting {
  /** Which image, with its tag. */
  IMAGE,
  /** The service, which is a pluggable database; one that the image lacks is made. */
  SERVICE,
  /** How long the database may take to be ready, once the image is there. */
  START_TIMEOUT,
  /** Whether the container outlives the command and serves the next one. */
  REUSE;

  private String words(String separator) {
    return name().toLowerCase(Locale.ROOT).replace("_", separator);
  }

  /** The option of commands, for instance {@code --start-timeout}. */
  public String option() {
    return "--" + words("-");
  }

  /** The system property, for instance {@code cloakroom.oracle.start-timeout}. */
  public String property() {
    return "cloakroom.oracle." + words("-");
  }

  /** The environment variable, for instance {@code CLOAKROOM_ORACLE_START_TIMEOUT}. */
  public String variable() {
    return "CLOAKROOM_ORACLE_" + name();
  }

  /** The ways to say it, for messages. */
  String everywhere() {
    return option() + " (or " + variable() + ", or -D" + property() + ")";
  }
}
