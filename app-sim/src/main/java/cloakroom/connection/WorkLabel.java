package cloakroom.connection;

/**
 * What a session is working on, for Oracle's session list (end-to-end metrics); module and action
 * are no longer than its columns.
 *
 * @param module the program
 * @param action what it does, or null between requests
 * @param client the beginning of the id of a user's session, enough to find it and too little to
 *     take it over; or null between requests
 */
public record WorkLabel(String module, String action, String client) {
  private static final int MODULE = 48;
  private static final int ACTION = 32;
  private static final int CLIENT = 8;

  /** Cuts each to what may be shown. */
  public WorkLabel {
    module = cut(module, MODULE);
    action = cut(action, ACTION);
    client = shown(client);
  }

  /**
   * As much of a session's id as logs, messages and the database may show; the whole id is a key.
   */
  public static String shown(String sessionId) {
    return cut(sessionId, CLIENT);
  }

  private static String cut(String text, int most) {
    return text == null || text.length() <= most ? text : text.substring(0, most);
  }
}
