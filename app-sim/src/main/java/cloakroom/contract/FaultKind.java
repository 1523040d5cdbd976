package cloakroom.contract;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

public enum FaultKind {
  DB_RESTART(FaultTarget.DATABASE, Lasts.MAY, ""),
  DB_KILL_SESSIONS(FaultTarget.SESSIONS, Lasts.NEVER, ""),
  DB_FREEZE(FaultTarget.DATABASE, Lasts.MUST, ""),
  LINK_CUT(FaultTarget.RELAY, Lasts.NEVER, ""),
  LINK_LATENCY(FaultTarget.RELAY, Lasts.MUST, "50ms"),
  LINK_LOSS(FaultTarget.RELAY, Lasts.MUST, "1%"),
  NODE_KILL(FaultTarget.NODE, Lasts.NEVER, ""),
  NODE_STOP(FaultTarget.NODE, Lasts.NEVER, ""),
  POOL_EXHAUST(FaultTarget.POOL, Lasts.MUST, ""),
  STORE_FULL(FaultTarget.STORE, Lasts.MUST, "");

  public enum FaultTarget {
    DATABASE,
    SESSIONS,
    RELAY,
    NODE,
    POOL,
    STORE
  }

  public enum Lasts {
    NEVER,
    MAY,
    MUST
  }

  private final String key = name().toLowerCase(Locale.ROOT).replace('_', '-');
  private final FaultTarget place;
  private final Lasts lasts;
  private final String example;

  FaultKind(FaultTarget place, Lasts lasts, String example) {
    this.place = place;
    this.lasts = lasts;
    this.example = example;
  }

  public static Optional<FaultKind> named(String word) {
    return Arrays.stream(values()).filter(kind -> kind.key.equals(word)).findFirst();
  }

  public String key() {
    return key;
  }

  public FaultTarget place() {
    return place;
  }

  public Lasts lasts() {
    return lasts;
  }

  public String example() {
    return example;
  }

  /** Returns an example of this fault's option, such as {@code link-loss@20s+5s=1%}. */
  public String form() {
    String length = lasts == Lasts.MUST ? "+5s" : lasts == Lasts.MAY ? "[+5s]" : "";
    return key + "@20s" + length + (example.isEmpty() ? "" : "=" + example);
  }
}
