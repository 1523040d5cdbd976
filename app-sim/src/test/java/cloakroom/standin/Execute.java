package cloakroom.standin;

/**
 * A request to execute a statement.
 *
 * @param cursor number under which the session knows the statement; 0 for a new one
 * @param sql its text; empty if the session knows it
 * @param rows of a query that the answer may bring along
 * @param commits whether the statement is to be committed at once
 */
record Execute(int cursor, String sql, int rows, boolean commits) {
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
    // binds, definitions, registrations, and how often it is executed: once, never a batch
    for (int bytes : new int[] {1, 6, 0, 3, 1, 0, 1}) {
      request.skip(bytes);
      request.number();
    }
    request.skip(6);
    return new Execute(cursor, request.text(length), rows, (options & COMMIT) != 0);
  }

  /** Reads the short form, for a statement that needs nothing new. */
  static Execute readShort(TtcReader request) {
    int cursor = (int) request.number();
    int rows = (int) request.number();
    request.number();
    return new Execute(cursor, "", rows, (request.number() & COMMIT_AGAIN) != 0);
  }
}
