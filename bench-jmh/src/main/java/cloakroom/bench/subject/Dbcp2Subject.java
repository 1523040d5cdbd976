package cloakroom.bench.subject;

import cloakroom.database.Database;
import java.sql.SQLException;
import java.time.Duration;
import org.apache.commons.dbcp2.BasicDataSource;

/** Apache Commons DBCP 2. It validates as told, at every borrow unless it is told otherwise. */
final class Dbcp2Subject {
  private Dbcp2Subject() {}

  static Connections open(Database database, SubjectSettings settings) throws SQLException {
    BasicDataSource pool = new BasicDataSource();
    pool.setUrl(database.url());
    Driver.properties(database, settings)
        .forEach((name, value) -> pool.addConnectionProperty((String) name, (String) value));
    pool.setMaxTotal(settings.size());
    pool.setMaxIdle(settings.size());
    pool.setMinIdle(settings.minimum());
    pool.setInitialSize(settings.minimum());
    pool.setMaxWait(Duration.ofSeconds(30));
    pool.setTestOnBorrow(settings.validate());
    return Filled.withMinimum(Connections.of(pool, pool::close), settings);
  }
}
