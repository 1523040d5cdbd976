package cloakroom.inspector;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is known of a session of the database from one look to the next. */
final class SessionMemory {
  /** What it was left with, until it is seen to be gone. */
  final Map<HeldItem, String> left = new ConcurrentHashMap<>();

  private String number = "";
  private Map<HeldItem, String> settings = Map.of();

  /** The settings behind this number, which are asked for if it is another than before. */
  synchronized Map<HeldItem, String> settings(String now, DatabaseSession session)
      throws SQLException {
    if (!now.equals(number)) {
      settings = session.settings();
      number = now;
    }
    return settings;
  }
}
