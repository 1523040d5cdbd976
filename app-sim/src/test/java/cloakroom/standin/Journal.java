package cloakroom.standin;

import cloakroom.standin.Journal.Call.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the sessions of an {@link OracleStandIn} were asked, in order. */
public final class Journal {
  private final List<Call> calls = new ArrayList<>();
  private final List<Map<String, String>> logons = new ArrayList<>();

  synchronized void add(Call call) {
    calls.add(call);
  }

  /** Keeps what a log-on said of itself; of its secrets, only that they were there. */
  synchronized void addLogon(Map<String, String> attributes) {
    Map<String, String> kept = new TreeMap<>(attributes);
    kept.replaceAll((name, value) -> Logon.SECRETS.contains(name) ? "(not kept)" : value);
    logons.add(kept);
  }

  /** Every call since the start or since {@link #forget}. */
  public synchronized List<Call> calls() {
    return List.copyOf(calls);
  }

  /** The calls that the driver waited for, as text: what a test compares. */
  public synchronized List<String> roundTrips() {
    return calls.stream().filter(Call::isRoundTrip).map(Call::toString).toList();
  }

  /** Calls of that kind. */
  public synchronized long count(Kind kind) {
    return calls.stream().filter(call -> call.kind() == kind).count();
  }

  /** The attributes of each log-on, by their names on the wire; {@link #forget} leaves them. */
  public synchronized List<Map<String, String>> logons() {
    return List.copyOf(logons);
  }

  /** Begins anew, so that a test compares only what it did itself. */
  public synchronized void forget() {
    calls.clear();
  }

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
}
