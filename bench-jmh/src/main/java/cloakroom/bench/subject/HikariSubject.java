package cloakroom.bench.subject;

import cloakroom.connection.HikariOpening;
import cloakroom.connection.Validation;
import cloakroom.database.Database;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.concurrent.TimeUnit;

/** HikariCP. It validates only after 500 ms without use unless it is told to always do so. */
final class HikariSubject {
  private HikariSubject() {}

  static Connections open(Database database, SubjectSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setDataSourceProperties(Driver.properties(database, settings));
    config.setMaximumPoolSize(settings.size());
    config.setMinimumIdle(settings.minimum());
    config.setConnectionTimeout(TimeUnit.SECONDS.toMillis(30));
    config.setInitializationFailTimeout(TimeUnit.SECONDS.toMillis(30));
    Validation validation = settings.validate() ? Validation.ALWAYS : Validation.IDLE;
    HikariDataSource pool = HikariOpening.open(config, validation);
    return Connections.of(pool, pool::close);
  }
}
