package cloakroom.http;

import cloakroom.module.SessionTicket;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The second cookie, with which a session can go on at another node: whose rows it works on, and a
 * ticket for each module that it has used. As text {@code 7_DepartmentsModule:3:150:2}: user, then
 * module, version, snapshot and that snapshot's version.
 *
 * <p>It holds no secret and is not signed: it is only a hint where to look. What counts is that a
 * snapshot is there which holds the id of the first cookie.
 */
record StateCookie(long user, Map<String, SessionTicket> tickets) {
  static final String NAME = "CLOAKROOM_STATE";

  private static final int MAX_LENGTH = 1000;
  private static final String NUMBER = "(0|[1-9]\\d{0,17})";
  private static final String TICKET = "[A-Za-z]{1,40}:" + NUMBER + ":" + NUMBER + ":" + NUMBER;
  private static final Pattern COOKIE = Pattern.compile(NUMBER + "(_" + TICKET + "){0,20}");

  /** Copies the tickets, in an order that does not change. */
  StateCookie {
    tickets = new TreeMap<>(tickets);
  }

  /** Whether it says that the store holds something of the session. */
  boolean namesSnapshot() {
    return tickets.values().stream().anyMatch(SessionTicket::hasSnapshot);
  }

  /** What the session had, for one that starts anew without its snapshots. */
  Map<String, SessionTicket> versions() {
    Map<String, SessionTicket> versions = new TreeMap<>(tickets);
    versions.replaceAll((module, ticket) -> ticket.withoutSnapshot());
    return versions;
  }

  String text() {
    StringBuilder text = new StringBuilder().append(user);
    tickets.forEach((module, ticket) -> text.append("_" + module + ":" + ticket.text()));
    return text.toString();
  }

  /**
   * Reads a cookie's value.
   *
   * @throws org.eclipse.jetty.http.HttpException.RuntimeException if no node has written that
   */
  static StateCookie parse(String text) {
    if (text.length() > MAX_LENGTH || !COOKIE.matcher(text).matches()) {
      throw refused();
    }
    String[] parts = text.split("_", -1);
    Map<String, SessionTicket> tickets = new TreeMap<>();
    try {
      for (int i = 1; i < parts.length; i++) {
        String[] ticket = parts[i].split(":", 2);
        tickets.put(ticket[0], SessionTicket.parse(ticket[1]));
      }
      return new StateCookie(Long.parseLong(parts[0]), tickets);
    } catch (IllegalArgumentException e) {
      throw refused();
    }
  }

  private static RuntimeException refused() {
    return FormBody.bad(
        "cookie " + NAME + " is not one that this application has set; delete it and start anew");
  }
}
