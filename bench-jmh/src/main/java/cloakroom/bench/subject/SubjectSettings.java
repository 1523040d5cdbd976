package cloakroom.bench.subject;

/**
 * What all subjects are told alike.
 *
 * @param size most connections at a time
 * @param validate whether a pool asks at every borrow whether the connection lives; UCP over
 *     PostgreSQL always does
 * @param statementCache prepared statements that the driver keeps for each connection
 */
public record SubjectSettings(int size, int minimum, boolean validate, int statementCache) {
  /** pgjdbc's own default. */
  public static final int DRIVER_CACHE = 256;

  /** A pool that is full from the start and validates at every borrow. */
  public static SubjectSettings full(int size) {
    return new SubjectSettings(size, size, true, DRIVER_CACHE);
  }

  /** The same with another minimum. */
  public SubjectSettings withMinimum(int connections) {
    return new SubjectSettings(size, connections, validate, statementCache);
  }

  /** The same with or without validation at every borrow. */
  public SubjectSettings withValidation(boolean always) {
    return new SubjectSettings(size, minimum, always, statementCache);
  }

  /** The same with another statement cache. */
  public SubjectSettings withStatementCache(int statements) {
    return new SubjectSettings(size, minimum, validate, statements);
  }
}
