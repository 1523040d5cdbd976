package cloakroom.bench.subject;

import java.time.Duration;

/**
 * What all subjects are told alike.
 *
 * @param size most connections at a time
 * @param validate whether a pool asks at every borrow whether the connection lives; UCP over
 *     PostgreSQL always does
 * @param statementCache prepared statements that the driver keeps for each connection
 * @param idle how long a connection beyond the minimum stays that nobody uses; zero for the pool's
 *     own rule
 */
public record SubjectSettings(
    int size, int minimum, boolean validate, int statementCache, Duration idle) {
  /** pgjdbc's own default. */
  public static final int DRIVER_CACHE = 256;

  /** How often a pool with an idle time-out looks; told nothing, HikariCP and UCP each 30 s. */
  public static final Duration LOOKS_EACH = Duration.ofSeconds(1);

  /** A pool that is full from the start and validates at every borrow. */
  public static SubjectSettings full(int size) {
    return new SubjectSettings(size, size, true, DRIVER_CACHE, Duration.ZERO);
  }

  /** The same with another minimum. */
  public SubjectSettings withMinimum(int connections) {
    return new SubjectSettings(size, connections, validate, statementCache, idle);
  }

  /** The same with or without validation at every borrow. */
  public SubjectSettings withValidation(boolean always) {
    return new SubjectSettings(size, minimum, always, statementCache, idle);
  }

  /** The same with another statement cache. */
  public SubjectSettings withStatementCache(int statements) {
    return new SubjectSettings(size, minimum, validate, statements, idle);
  }

  /** The same with an idle time-out of whole seconds. */
  public SubjectSettings withIdle(Duration time) {
    return new SubjectSettings(size, minimum, validate, statementCache, time);
  }

  boolean endsIdle() {
    return !idle.isZero();
  }
}
