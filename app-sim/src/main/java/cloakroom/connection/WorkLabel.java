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
record WorkLabel(String module, String action, String client) {
  private static final int MODULE = 48;
  private static final int ACTION = 32;
  private static final int CLIENT = 8;

  WorkLabel {
    module = cut(module, MODULE);
    action = cut(action, ACTION);
    client = cut(client, CLIENT);
  }

  private static String cut(String text, int most) {
    return text == null || text.length() <= most ? text : text.substring(0, most);
  }
}
