package cloakroom.standin;

/**
 * A request to execute a statement.
 *
 * @param cursor number under which the session knows the statement; 0 for a new one
 * @param sql its text; empty if the session knows it
 * @param rows of a query that the answer may bring along
 * @param executions of DML, one for each row of a batch
 * @param commits whether the statement is to be committed at once
 */
record Execute(int cursor, String sql, int rows, int executions, boolean commits) {
  private static final int COMMIT = 0x100;
  private static final int COMMIT_AGAIN = 1;

  /** Reads the request from behind its number; single bytes tell whether a field is used. */
  static Execute read(TtcReader request) {
    long options = request.number();
    int cursor = (int) request.number();
    request.skip(1);
    int length = (int) request.number();
    request.skip(1);
    request.number();
    request.skip(2);
    request.number();
    int rows = (int) request.number();
    request.number();
    int executions = skipToExecutions(request);
    request.skip(6);
    return new Execute(cursor, request.text(length), rows, executions, (options & COMMIT) != 0);
  }

  /** Binds, definitions and registrations come first. */
  private static int skipToExecutions(TtcReader request) {
    request.skip(1);
    request.number();
    request.skip(6);
    request.number();
    request.number();
    request.skip(3);
    request.number();
    request.skip(1);
    request.number();
    request.number();
    request.skip(1);
    return (int) request.number();
  }

  /** Reads the short form, for a statement that needs nothing new. */
  static Execute readShort(TtcReader request) {
    int cursor = (int) request.number();
    int rows = (int) request.number();
    request.number();
    return new Execute(cursor, "", rows, 1, (request.number() & COMMIT_AGAIN) != 0);
  }
}
