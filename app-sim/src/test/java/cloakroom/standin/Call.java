package cloakroom.standin;

/**
 * What a session was asked.
 *
 * @param session number of the session, from 1
 * @param kind of call
 * @param text of the statement; the rows wanted, of a fetch; the readable parts, of a piggyback
 */
public record Call(int session, Kind kind, String text) {
  /** The calls that the stand-in knows. */
  public enum Kind {
    /** What client and server tell of themselves before the log-on; not kept in the journal. */
    NEGOTIATION,
    LOGON,
    /** A statement with its text. */
    STATEMENT,
    /** A statement that the session knows: its number came without the text. */
    REEXECUTION,
    FETCH,
    COMMIT,
    ROLLBACK,
    PING,
    LOGOFF,
    /** Rides on the next call without a round trip: cursors to close, end-to-end metrics. */
    PIGGYBACK,
    /** Any other, by its number. */
    OTHER
  }

  /** Whether the driver waited for an answer. */
  boolean isRoundTrip() {
    return kind != Kind.PIGGYBACK;
  }

  /** As tests compare it: the statement itself, or the kind and what belongs to it. */
  @Override
  public String toString() {
    if (kind == Kind.STATEMENT) {
      return text;
    }
    return text.isEmpty() ? kind.name() : kind + " " + text;
  }
}
