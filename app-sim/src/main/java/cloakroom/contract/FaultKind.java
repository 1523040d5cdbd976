package cloakroom.contract;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The faults that a run can have made on purpose: a row for each. */
public enum FaultKind {
  DB_RESTART(
      Place.DATABASE,
      Lasts.MAY,
      "",
      "the database's processes are killed and it is started again on the same data",
      "the server accepts connections again, after the time in between"),
  DB_KILL_SESSIONS(
      Place.SESSIONS,
      Lasts.NEVER,
      "",
      "every session of the tier is ended by the database (pg_terminate_backend)",
      "at once: new sessions are let in"),
  DB_FREEZE(
      Place.DATABASE,
      Lasts.MUST,
      "",
      "the database's processes are suspended and answer nobody, while connections stay up",
      "they go on with what waits"),
  LINK_CUT(
      Place.RELAY,
      Lasts.NEVER,
      "",
      "every connection between tier and database is reset",
      "at once: new ones can be made"),
  LINK_LATENCY(
      Place.RELAY,
      Lasts.MUST,
      "50ms",
      "each round trip to the database takes so much longer",
      "the way is as long as before"),
  LINK_LOSS(
      Place.RELAY,
      Lasts.MUST,
      "1%",
      "so many of the packets between tier and database are late by 200 ms, as sent again by TCP",
      "every packet arrives in time"),
  NODE_KILL(
      Place.NODE,
      Lasts.NEVER,
      "",
      "the last node is killed, as a crash would",
      "never: the others go on"),
  NODE_STOP(
      Place.NODE,
      Lasts.NEVER,
      "",
      "the last node is asked to stop and keeps what state it can",
      "never: the others go on"),
  POOL_EXHAUST(
      Place.POOL,
      Lasts.MUST,
      "",
      "somebody else takes each connection that the users' pool can give, on every node",
      "all of them go back"),
  STORE_FULL(
      Place.STORE,
      Lasts.MUST,
      "",
      "the snapshot store of every node has no room left: it refuses to write",
      "it writes again");

  /** Where it happens, which says what it needs. */
  public enum Place {
    DATABASE,
    SESSIONS,
    RELAY,
    NODE,
    POOL,
    STORE
  }

  /** Whether it has a length. */
  public enum Lasts {
    NEVER,
    MAY,
    MUST
  }

  private final String key = name().toLowerCase(Locale.ROOT).replace('_', '-');
  private final Place place;
  private final Lasts lasts;
  private final String example;
  private final String does;
  private final String ends;

  FaultKind(Place place, Lasts lasts, String example, String does, String ends) {
    this.place = place;
    this.lasts = lasts;
    this.example = example;
    this.does = does;
    this.ends = ends;
  }

  /** The kind of that name; empty for any other word. */
  public static Optional<FaultKind> named(String word) {
    return Arrays.stream(values()).filter(kind -> kind.key.equals(word)).findFirst();
  }

  /** What people call it. */
  public String key() {
    return key;
  }

  public Place place() {
    return place;
  }

  public Lasts lasts() {
    return lasts;
  }

  /** What its value looks like; empty if it has none. */
  public String example() {
    return example;
  }

  /** How it is written, for instance {@code link-loss@20s+5s=1%}. */
  public String form() {
    String length = lasts == Lasts.MUST ? "+5s" : lasts == Lasts.MAY ? "[+5s]" : "";
    return key + "@20s" + length + (example.isEmpty() ? "" : "=" + example);
  }

  public String does() {
    return does;
  }

  public String ends() {
    return ends;
  }
}
