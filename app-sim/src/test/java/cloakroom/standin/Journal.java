package cloakroom.standin;

import cloakroom.standin.Call.Kind;
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
}
