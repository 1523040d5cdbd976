package cloakroom.app;

import cloakroom.connection.ConnectionSource;
import cloakroom.connection.Lease;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;

/** Connections that fail after the database has committed, before its response arrives. */
public final class LostAnswers {
  private LostAnswers() {}

  private interface Change {
    Object of(Object result) throws SQLException;
  }

  /** Returns a source whose connections lose the response to each commit while {@code lost}. */
  public static ConnectionSource over(ConnectionSource source, BooleanSupplier lost) {
    return but(ConnectionSource.class, source, "borrow", lease -> lease((Lease) lease, lost));
  }

  private static Lease lease(Lease lease, BooleanSupplier lost) {
    return but(Lease.class, lease, "jdbc", jdbc -> connection((Connection) jdbc, lost, lost));
  }

  /** Returns a source for snapshots, whose single statements lose their responses, too. */
  public static ConnectionSource ofSnapshots(ConnectionSource source, BooleanSupplier lost) {
    Change lease =
        lent ->
            but(
                Lease.class,
                (Lease) lent,
                "jdbc",
                jdbc -> {
                  Connection connection = (Connection) jdbc;
                  return connection(
                      connection, lost, () -> lost.getAsBoolean() && isAlone(connection));
                });
    return but(
        ConnectionSource.class,
        but(ConnectionSource.class, source, "borrowInternal", lease),
        "borrowForSingleStatement",
        lease);
  }

  private static boolean isAlone(Connection connection) {
    try {
      return connection.getAutoCommit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Includes execute, whose statements may end with a commit. */
  private static Connection connection(
      Connection connection, BooleanSupplier commits, BooleanSupplier executions) {
    return but(
        Connection.class,
        but(Connection.class, connection, "commit", lost(commits)),
        "prepareStatement",
        statement ->
            but(
                PreparedStatement.class,
                (PreparedStatement) statement,
                "execute",
                lost(executions)));
  }

  private static Change lost(BooleanSupplier lost) {
    return done -> {
      if (lost.getAsBoolean()) {
        throw new SQLException("An I/O error occurred while sending to the backend.", "08006");
      }
      return done;
    };
  }

  private static <T> T but(Class<T> type, T same, String name, Change change) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(same, arguments);
                return method.getName().equals(name) ? change.of(result) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
