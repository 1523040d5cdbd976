package cloakroom.stress.measure;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** Failed requests of the measured phase by kind. */
public record Errors(Map<FailureKind, Long> byKind) {

  /** Keeps a copy with every kind present. */
  public Errors(Map<FailureKind, Long> byKind) {
    Map<FailureKind, Long> all = new EnumMap<>(FailureKind.class);
    for (FailureKind kind : FailureKind.values()) {
      all.put(kind, byKind.getOrDefault(kind, 0L));
    }
    this.byKind = Collections.unmodifiableMap(all);
  }

  /** Requests that failed in this way. */
  public long of(FailureKind kind) {
    return byKind.getOrDefault(kind, 0L);
  }

  /** All failed requests. */
  public long total() {
    return byKind.values().stream().mapToLong(Long::longValue).sum();
  }
}
