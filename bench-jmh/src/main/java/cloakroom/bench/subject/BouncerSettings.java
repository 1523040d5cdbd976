package cloakroom.bench.subject;

/**
 * What PgBouncer is told.
 *
 * @param pooling when a client's server connection is free for the next client
 * @param logOn how clients prove who they are
 */
public record BouncerSettings(Pooling pooling, LogOn logOn) {

  /** PgBouncer's {@code pool_mode}. */
  public enum Pooling {
    /** when the client leaves; the connection is reset then */
    SESSION,
    /** when the client's transaction ends; nothing is reset */
    TRANSACTION
  }

  /** PgBouncer's {@code auth_type}, and what its list of users holds. */
  public enum LogOn {
    /**
     * SCRAM-SHA-256 against a stored verifier, as PostgreSQL itself does it: only the client hashes
     * the password 4,096 times. The role gets a new verifier of its password, the same for both.
     */
    SCRAM("scram-sha-256"),
    /**
     * SCRAM-SHA-256 from a readable password: PgBouncer, which is a single thread, hashes as well,
     * at every log-on.
     */
    SCRAM_FROM_PASSWORD("scram-sha-256"),
    /** the password itself, over loopback: no hashing on either side */
    PLAIN("plain");

    private final String authType;

    LogOn(String authType) {
      this.authType = authType;
    }

    String authType() {
      return authType;
    }
  }
}
