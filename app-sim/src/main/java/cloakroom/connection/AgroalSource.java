package cloakroom.connection;

import cloakroom.database.errors.SqlErrors;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalConnectionPoolConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.pool.wrapper.ConnectionWrapper;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Agroal pool that tries each connect only once. Cloakroom resets each connection before its
 * return. The proxy ignores Agroal's own reset, which would repeat this work and remove a changed
 * network timeout.
 */
final class AgroalSource extends Pool {
  /**
   * Maximum wait of one call to Agroal; a longer borrow repeats the call. Agroal misses the end of
   * a background connect that comes while the borrower looks for a connection: the call returns the
   * new connection only at its time-out.
   */
  private static final Duration CALL_WAIT = Duration.ofMillis(250);

  private final AgroalDataSource pool;
  private final String name;

  AgroalSource(ConnectionSettings settings, PhysicalSource physical) throws SQLException {
    super(physical);
    this.name = settings.name;
    var config =
        new AgroalConnectionPoolConfigurationSupplier()
            .maxSize(settings.size)
            .acquisitionTimeout(CALL_WAIT)
            .establishmentRetryAttempts(0)
            .reapTimeout(ConnectionSettings.IDLE)
            .validateOnBorrow(settings.validation == Validation.ALWAYS)
            .idleValidationTimeout(Duration.ofMillis(500)) // no effect if every borrow is
            .connectionValidator(
                ConnectionValidator.defaultValidatorWithTimeout(settings.validationSeconds()))
            .exceptionSorter(thrown -> SqlErrors.classifyInUse(thrown).endsSession());
    config
        .connectionFactoryConfiguration()
        .connectionProviderClass(PhysicalDriver.class)
        .jdbcUrl(PhysicalDriver.register(name, physical))
        .autoCommit(false);
    this.pool =
        AgroalDataSource.from(
            new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(config));
    try {
      fill(settings.minimum);
    } catch (SQLException failure) {
      shutdown();
      throw failure;
    }
  }

  /**
   * Opens the minimum number of connections by borrowing them all at the same time. Agroal itself
   * would open them in the background, and concurrent borrowers would open additional ones.
   */
  private void fill(int minimum) throws SQLException {
    List<Connection> filling = new ArrayList<>();
    while (filling.size() < minimum) {
      filling.add(pool.getConnection());
    }
    pool.getConfiguration().connectionPoolConfiguration().setMinSize(minimum);
    for (Connection filled : filling) {
      filled.close();
    }
  }

  @Override
  Connection take(long deadline) throws SQLException {
    return repeat(pool::getConnection, deadline);
  }

  /**
   * Returns the connection to Agroal. Closes a broken connection first, because Agroal does not
   * close connections after its shutdown.
   */
  @Override
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    PhysicalConnection session = PhysicalConnection.of(connection);
    if (reusable) {
      session.ignoreReset();
    } else {
      session.closeQuietly();
      ((ConnectionWrapper) connection).getHandler().setFlushOnly();
    }
    connection.close();
  }

  @Override
  boolean isTimeout(SQLException thrown) {
    return hadNone(thrown);
  }

  @Override
  void shutdown() {
    pool.close();
    PhysicalDriver.forget(name);
  }
}
