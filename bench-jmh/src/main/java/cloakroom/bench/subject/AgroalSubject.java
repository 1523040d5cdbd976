package cloakroom.bench.subject;

import cloakroom.database.Database;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Agroal. It validates as told. A transaction that is open at close() is committed, because it
 * switches autoCommit on again.
 */
final class AgroalSubject implements Connections {
  private final AgroalDataSource pool;

  private AgroalSubject(AgroalDataSource pool) {
    this.pool = pool;
  }

  static Connections open(Database database, SubjectSettings settings) throws SQLException {
    var configuration =
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(
                limits ->
                    limits
                        .maxSize(settings.size())
                        .minSize(settings.minimum())
                        .initialSize(settings.minimum())
                        .acquisitionTimeout(Duration.ofSeconds(30))
                        .connectionValidator(ConnectionValidator.defaultValidator())
                        .validateOnBorrow(settings.validate())
                        .connectionFactoryConfiguration(
                            origin -> origin(origin, database, settings)));
    Connections pool = new AgroalSubject(AgroalDataSource.from(configuration));
    return Filled.withMinimum(pool, settings);
  }

  private static AgroalConnectionFactoryConfigurationSupplier origin(
      AgroalConnectionFactoryConfigurationSupplier origin,
      Database database,
      SubjectSettings settings) {
    origin.jdbcUrl(database.url());
    Driver.properties(database, settings)
        .forEach((name, value) -> origin.jdbcProperty((String) name, (String) value));
    return origin;
  }

  @Override
  public Connection take() throws SQLException {
    return pool.getConnection();
  }

  @Override
  public void close() {
    pool.close();
  }
}
