package cloakroom.bench.family.pool;

import cloakroom.bench.subject.PlainDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.DelegatingConnection;

/**
 * A connection to nothing. What a pool asks when it opens one is answered from below; what it asks
 * at each return is answered here, at once.
 */
final class StubConnection extends DelegatingConnection<Connection> {
  private static final Connection NOTHING =
      (Connection)
          Proxy.newProxyInstance(
              StubConnection.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> answer(method.getName()));

  private StubConnection() {
    super(NOTHING);
  }

  static DataSource source() {
    return new PlainDataSource() {
      @Override
      public Connection getConnection() {
        return new StubConnection();
      }
    };
  }

  private static Object answer(String asked) {
    return switch (asked) {
      case "isValid", "getAutoCommit" -> true;
      case "isReadOnly", "isClosed" -> false;
      case "getTransactionIsolation" -> TRANSACTION_READ_COMMITTED;
      case "getNetworkTimeout" -> 0;
      case "getCatalog", "getSchema" -> "stub";
      default -> null;
    };
  }

  @Override
  public void clearWarnings() {
    // there are none
  }

  @Override
  public void close() {
    // nothing is open
  }
}
