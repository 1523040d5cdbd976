package cloakroom.bench.subject;

import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Every connection is new, and closing it ends it.
 *
 * @param url of the database
 * @param driver the driver's properties
 */
record Unpooled(String url, Properties driver) implements Connections {
  static Connections open(Database database, SubjectSettings settings) {
    return new Unpooled(database.url(), Driver.properties(database, settings));
  }

  @Override
  public Connection take() throws SQLException {
    return DriverManager.getConnection(url, driver);
  }

  @Override
  public void close() {
    // nothing is kept
  }
}
