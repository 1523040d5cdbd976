package cloakroom.bench.subject;

import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** A DataSource that opens connections in one way and has nothing to set. */
public abstract class PlainDataSource extends AbstractDataSource {
  @Override
  public final Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public final void setLoginTimeout(int seconds) {
    // connections have their own limits
  }
}
