package cloakroom.bench;

import cloakroom.database.Database;
import cloakroom.database.Password;

/**
 * A database under another URL, such as that of a relay before it; it stays whose it was.
 *
 * @param database the database
 * @param url where it is asked
 */
public record Readdressed(Database database, String url) implements Database {
  @Override
  public String user() {
    return database.user();
  }

  @Override
  public Password password() {
    return database.password();
  }

  @Override
  public void close() {
    // nothing of it is ours
  }
}
