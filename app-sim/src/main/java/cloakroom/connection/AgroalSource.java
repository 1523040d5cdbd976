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
 * Agroal without habits of its own: it tries a refused connect once, and what it sets back at
 * close() the physical connection ignores, because that is set back already. Left to itself it
 * would set a changed isolation a second time, and a changed time-out to none.
 */
final class AgroalSource extends Pool {
  private static final Duration TRUST = Duration.ofMillis(500);

  private final AgroalDataSource pool;
  private final String name;

  AgroalSource(ConnectionSettings settings, PhysicalSource physical) throws SQLException {
    super(physical);
    this.name = settings.name;
    AgroalConnectionPoolConfigurationSupplier config = limits(settings);
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
    } catch (SQLException refused) {
      shutdown();
      throw refused;
    }
  }

  private static AgroalConnectionPoolConfigurationSupplier limits(ConnectionSettings settings) {
    return new AgroalConnectionPoolConfigurationSupplier()
        .maxSize(settings.size)
        .acquisitionTimeout(settings.borrowWait)
        .establishmentRetryAttempts(0)
        .reapTimeout(ConnectionSettings.IDLE)
        .validateOnBorrow(settings.validation == Validation.ALWAYS)
        .idleValidationTimeout(TRUST) // of no effect where every borrow is validated
        .connectionValidator(
            ConnectionValidator.defaultValidatorWithTimeout(settings.validationSeconds()))
        .exceptionSorter(thrown -> SqlErrors.inUse(thrown).endsSession());
  }

  /**
   * Agroal fills itself aside, and opens more for whoever borrows meanwhile; so it is told of a
   * minimum when it has it.
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

  /** Closed here: after its end Agroal closes nothing. */
  @Override
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    PhysicalConnection session = PhysicalConnection.of(connection);
    if (reusable) {
      session.ignoreCleaning();
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
