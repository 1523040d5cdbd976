package cloakroom.bench.subject;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A DataSource that opens connections in one way and has nothing to set. */
public abstract class PlainDataSource implements DataSource {
  @Override
  public final Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is known already");
  }

  @Override
  public final PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public final void setLogWriter(PrintWriter out) {
    // nothing is written
  }

  @Override
  public final void setLoginTimeout(int seconds) {
    // connections have their own limits
  }

  @Override
  public final int getLoginTimeout() {
    return 0;
  }

  @Override
  public final Logger getParentLogger() {
    return Logger.getGlobal();
  }

  @Override
  public final <T> T unwrap(Class<T> type) {
    return type.cast(this);
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
