package cloakroom.passivation;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * Plays the PL/SQL block that deletes a snapshot if it is old and nobody holds it: parameters are
 * the id, the date, and the number deleted. What the real block does only Oracle shows.
 */
final class DeleteOldOnH2 implements InvocationHandler {
  private static final String HOLD =
      "select collid from ps_txn where collid = ? and creation_date < ? for update skip locked";
  private static final String DELETE = "delete from ps_txn where collid = ?";

  private final Connection connection;
  private final Map<Object, Object> parameters = new HashMap<>();

  private DeleteOldOnH2(Connection connection) {
    this.connection = connection;
  }

  static <T> T as(Class<T> type, Connection connection) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, new DeleteOldOnH2(connection)));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws SQLException {
    return switch (method.getName()) {
      case "setLong", "setTimestamp" -> parameters.put(arguments[0], arguments[1]);
      case "registerOutParameter", "close" -> null;
      case "execute" -> {
        parameters.put(3, holds() ? delete() : 0);
        yield false;
      }
      case "getInt" -> parameters.get(arguments[0]);
      default -> throw new UnsupportedOperationException(method.getName());
    };
  }

  private boolean holds() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(HOLD)) {
      query.setObject(1, parameters.get(1));
      query.setObject(2, parameters.get(2));
      return query.executeQuery().next();
    }
  }

  private int delete() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(DELETE)) {
      statement.setObject(1, parameters.get(1));
      return statement.executeUpdate();
    }
  }
}
