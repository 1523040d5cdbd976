package cloakroom.bench.subject;

import cloakroom.database.Database;
import java.util.Properties;

/** The driver's properties, the same for every subject. */
final class Driver {
  private Driver() {}

  static Properties properties(Database database, SubjectSettings settings) {
    Properties driver = new Properties();
    driver.setProperty("user", database.user());
    driver.setProperty("password", database.password().reveal());
    int cache = settings.statementCache();
    if (database.url().startsWith("jdbc:oracle:")) {
      driver.setProperty("oracle.jdbc.implicitStatementCacheSize", Integer.toString(cache));
    } else {
      driver.setProperty("preparedStatementCacheQueries", Integer.toString(cache));
      driver.setProperty("sslmode", "disable");
      driver.setProperty("gssEncMode", "disable");
    }
    return driver;
  }
}
