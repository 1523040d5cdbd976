package cloakroom.bench.subject;

import java.time.Duration;

/**
 * Settings that all compared pools and drivers share.
 *
 * @param validate whether a pool validates a connection at every borrow; UCP with PostgreSQL always
 *     validates
 * @param statementCache number of prepared statements that the driver caches per connection
 * @param idleTimeout idle time, in whole seconds, after which a pool closes a connection above its
 *     minimum; zero for the pool's default
 */
public record SubjectSettings(
    int size, int minimum, boolean validate, int statementCache, Duration idleTimeout) {
  public static final int DRIVER_CACHE = 256; // default of pgjdbc

  /** Time between a pool's checks for idle connections. The usual 30 s would prolong a study. */
  public static final Duration IDLE_CHECK_PERIOD = Duration.ofSeconds(1);

  /**
   * Returns settings for a pool that opens all connections at the start and validates every borrow.
   */
  public static SubjectSettings full(int size) {
    return new SubjectSettings(size, size, true, DRIVER_CACHE, Duration.ZERO);
  }

  public SubjectSettings withMinimum(int connections) {
    return new SubjectSettings(size, connections, validate, statementCache, idleTimeout);
  }

  public SubjectSettings withValidation(boolean always) {
    return new SubjectSettings(size, minimum, always, statementCache, idleTimeout);
  }

  public SubjectSettings withStatementCache(int statements) {
    return new SubjectSettings(size, minimum, validate, statements, idleTimeout);
  }

  public SubjectSettings withIdleTimeout(Duration time) {
    return new SubjectSettings(size, minimum, validate, statementCache, time);
  }

  boolean hasIdleTimeout() {
    return !idleTimeout.isZero();
  }
}
