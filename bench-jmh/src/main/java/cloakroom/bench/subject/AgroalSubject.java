package cloakroom.bench.subject;

import cloakroom.database.Database;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSourceListener;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Agroal. It validates as told. A transaction that is open at close() is committed, because it
 * switches autoCommit on again.
 */
final class AgroalSubject {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private AgroalSubject() {}

  static Connections open(Database database, SubjectSettings settings) throws SQLException {
    var configuration =
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(
                limits ->
                    limits
                        .maxSize(settings.size())
                        .minSize(settings.minimum())
                        .initialSize(settings.minimum())
                        .acquisitionTimeout(WAIT)
                        .connectionValidator(ConnectionValidator.defaultValidator())
                        .validateOnBorrow(settings.validate())
                        .connectionFactoryConfiguration(
                            origin -> origin(origin, database, settings)));
    Filling filling = new Filling(settings.minimum());
    AgroalDataSource pool = AgroalDataSource.from(configuration, filling);
    try {
      filling.await();
      return Connections.of(pool, pool::close);
    } catch (SQLException refused) {
      pool.close();
      throw refused;
    }
  }

  /**
   * Waits for the minimum, which is opened aside: whoever borrows meanwhile makes Agroal open more
   * than that.
   */
  private static final class Filling implements AgroalDataSourceListener {
    private final CountDownLatch missing;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    Filling(int minimum) {
      missing = new CountDownLatch(minimum);
    }

    @Override
    public void onConnectionPooled(Connection connection) {
      missing.countDown();
    }

    @Override
    public void onConnectionCreationFailure(SQLException refusal) {
      failure.set(refusal);
    }

    void await() throws SQLException {
      try {
        if (!missing.await(WAIT.toSeconds(), TimeUnit.SECONDS)) {
          throw new SQLException(
              "Agroal has not opened " + missing.getCount() + " connections of its minimum",
              failure.get());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLException("interrupted while Agroal opens its minimum", e);
      }
    }
  }

  private static AgroalConnectionFactoryConfigurationSupplier origin(
      AgroalConnectionFactoryConfigurationSupplier origin,
      Database database,
      SubjectSettings settings) {
    origin
        .jdbcUrl(database.url())
        .principal(new NamePrincipal(database.user()))
        .credential(new SimplePassword(database.password().reveal()));
    Properties driver = Driver.properties(database, settings);
    driver.keySet().removeAll(Set.of("user", "password"));
    driver.forEach((name, value) -> origin.jdbcProperty((String) name, (String) value));
    return origin;
  }
}
