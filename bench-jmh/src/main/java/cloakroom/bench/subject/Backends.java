package cloakroom.bench.subject;

import cloakroom.database.Database;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Several database servers behind one DataSource: new connections go to them in turn. One that
 * joins gets its turn with the next new connection; connections that exist stay where they are.
 */
public final class Backends implements DataSource {
  private final List<Database> members = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  /** One member. */
  public Backends(Database first) {
    members.add(first);
  }

  /** From now on this one is reached too. */
  public void join(Database database) {
    members.add(database);
  }

  /** The member, from 0, that a connection of ours leads to; asks nothing of the server. */
  public int member(Connection connection) throws SQLException {
    String url = connection.getMetaData().getURL();
    for (int i = 0; i < members.size(); i++) {
      if (url.startsWith(members.get(i).url())) {
        return i;
      }
    }
    throw new IllegalStateException("a connection to " + url + ", which is no member");
  }

  @Override
  public Connection getConnection() throws SQLException {
    return members.get(Math.floorMod(turn.getAndIncrement(), members.size())).connect();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("every member has its own user");
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {
    // nothing is written
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // members have their own limits
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps no " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
