package cloakroom.stress.measure;

import cloakroom.contract.ErrorClass;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Failed requests of the measured phase.
 *
 * @param byKind all of them, by what the user saw
 * @param byClass those with an error of a connection or the database behind them, by class
 */
public record Errors(Map<FailureKind, Long> byKind, Map<ErrorClass, Long> byClass) {

  /** Keeps copies, with every kind and every class present. */
  public Errors(Map<FailureKind, Long> byKind, Map<ErrorClass, Long> byClass) {
    this.byKind = complete(FailureKind.class, byKind);
    this.byClass = complete(ErrorClass.class, byClass);
  }

  private static <E extends Enum<E>> Map<E, Long> complete(Class<E> type, Map<E, Long> counts) {
    Map<E, Long> all = new EnumMap<>(type);
    for (E one : type.getEnumConstants()) {
      all.put(one, counts.getOrDefault(one, 0L));
    }
    return Collections.unmodifiableMap(all);
  }

  /** Requests that failed in this way. */
  public long of(FailureKind kind) {
    return byKind.get(kind);
  }

  /** Failed requests with an error of this class behind them. */
  public long of(ErrorClass type) {
    return byClass.get(type);
  }

  /** All failed requests. */
  public long total() {
    return byKind.values().stream().mapToLong(Long::longValue).sum();
  }
}
