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
 * Agroal that tries a connect once. The physical connection ignores Agroal's reset at close(),
 * which would set a changed isolation a second time, and a changed time-out to none.
 */
final class AgroalSource extends Pool {
  private static final Duration UNVALIDATED_IDLE_TIME = Duration.ofMillis(500);

  private final AgroalDataSource pool;
  private final String name;

  AgroalSource(ConnectionSettings settings, PhysicalSource physical) throws SQLException {
    super(physical);
    this.name = settings.name;
    var config =
        new AgroalConnectionPoolConfigurationSupplier()
            .maxSize(settings.size)
            .acquisitionTimeout(settings.borrowWait)
            .establishmentRetryAttempts(0)
            .reapTimeout(ConnectionSettings.IDLE)
            .validateOnBorrow(settings.validation == Validation.ALWAYS)
            .idleValidationTimeout(UNVALIDATED_IDLE_TIME) // no effect if every borrow is validated
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
   * Opens the minimum by borrows and sets it afterwards: Agroal fills itself in the background, and
   * opens further connections for concurrent borrowers.
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
    return pool.getConnection();
  }

  /** Closes the connection itself: Agroal closes none after its shutdown. */
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
