package cloakroom.bench.subject;

import java.time.Duration;

/**
 * Settings that all subjects share.
 *
 * @param size maximum number of connections
 * @param validate whether a pool validates a connection at every borrow; UCP over PostgreSQL always
 *     does
 * @param statementCache prepared statements that the driver caches for each connection
 * @param idleTimeout idle time after which a connection beyond the minimum is closed, in whole
 *     seconds; zero for the pool's default
 */
public record SubjectSettings(
    int size, int minimum, boolean validate, int statementCache, Duration idleTimeout) {
  /** Default of pgjdbc. */
  public static final int DRIVER_CACHE = 256;

  /** Period of the idle check of a pool with an idle timeout; HikariCP and UCP default to 30 s. */
  public static final Duration IDLE_CHECK_PERIOD = Duration.ofSeconds(1);

  /** Returns the settings of a pool that is full from the start and validates at every borrow. */
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
