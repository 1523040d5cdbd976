package cloakroom.bench.family.pool;

import cloakroom.bench.subject.PlainDataSource;
import java.sql.Connection;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.DelegatingConnection;

/** A connection to nothing, which answers what a pool asks when it opens, lends or takes back. */
final class StubConnection extends DelegatingConnection<Connection> {
  private StubConnection() {
    super(null);
  }

  /** Opens another one whenever it is asked. */
  static DataSource source() {
    return new PlainDataSource() {
      @Override
      public Connection getConnection() {
        return new StubConnection();
      }
    };
  }

  @Override
  public void clearWarnings() {
    // there are none
  }

  @Override
  @SuppressWarnings("deprecation") // there; a pool asks all the same
  public boolean isValid(int seconds) {
    return true;
  }

  @Override
  public boolean getAutoCommit() {
    return true;
  }

  @Override
  public void setAutoCommit(boolean on) {
    // always on
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public void setReadOnly(boolean on) {
    // never
  }

  @Override
  public int getTransactionIsolation() {
    return TRANSACTION_READ_COMMITTED;
  }

  @Override
  public String getCatalog() {
    return "stub";
  }

  @Override
  public String getSchema() {
    return "stub";
  }

  @Override
  public int getNetworkTimeout() {
    return 0;
  }

  @Override
  public void setNetworkTimeout(Executor executor, int millis) {
    // nothing takes time
  }

  @Override
  public boolean isClosed() {
    return false;
  }

  @Override
  public void close() {
    // nothing is open
  }
}
