package cloakroom.http;

import cloakroom.module.SessionTicket;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Cookie with which another node continues a session after a failover. Format: user, then name,
 * version, snapshot id and snapshot version of each module: {@code 7_DepartmentsModule:3:150:2}.
 * The cookie needs no signature: a snapshot is accepted only if it contains the session's id.
 */
record StateCookie(long user, Map<String, SessionTicket> tickets) {
  static final String NAME = "CLOAKROOM_STATE";
  private static final int MAX_LENGTH = 1000;
  private static final String NUMBER = "(0|[1-9]\\d{0,17})";
  private static final String TICKET = "[A-Za-z]{1,40}:" + NUMBER + ":" + NUMBER + ":" + NUMBER;
  private static final Pattern COOKIE = Pattern.compile(NUMBER + "(_" + TICKET + "){0,20}");

  StateCookie {
    tickets = new TreeMap<>(tickets);
  }

  boolean namesSnapshot() {
    return tickets.values().stream().anyMatch(SessionTicket::hasSnapshot);
  }

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

  static StateCookie parse(String text) {
    if (text.length() > MAX_LENGTH || !COOKIE.matcher(text).matches()) {
      throw invalid();
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
      throw invalid();
    }
  }

  private static RuntimeException invalid() {
    return FormBody.bad(
        "cookie " + NAME + " was not set by this application; delete it and open a new session");
  }
}
