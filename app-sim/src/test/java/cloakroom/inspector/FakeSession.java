package cloakroom.inspector;

import cloakroom.testing.Proxies;
import java.io.Closeable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.BaseStatement;
import org.postgresql.core.TransactionState;

/** Fake session of PostgreSQL behind the interfaces of its driver. */
final class FakeSession {
  final List<String> queries = new ArrayList<>();
  final List<String> calls = new ArrayList<>();
  final ResultSet generatedKeys = Proxies.of(ResultSet.class, Proxies::defaultResult);
  String product = "PostgreSQL";
  String holds = "";
  TransactionState state = TransactionState.IDLE;

  /** Exception of the next queries, or null. */
  SQLException rejection;

  /** Exception of the application's statements, or null. */
  SQLException failure;

  private boolean readOnly;
  final Connection connection = Proxies.of(BaseConnection.class, this::onConnection);

  /** Returns a closeable pool of this one connection. */
  DataSource pool() {
    InvocationHandler pool =
        (proxy, method, arguments) -> {
          if (method.getName().equals("close")) {
            calls.add("pool closed");
          }
          return method.getName().equals("getConnection")
              ? connection
              : Proxies.defaultResult(proxy, method, arguments);
        };
    return (DataSource)
        Proxy.newProxyInstance(
            FakeSession.class.getClassLoader(),
            new Class<?>[] {DataSource.class, Closeable.class},
            pool);
  }

  private Object onConnection(Object proxy, Method method, Object[] arguments) throws Throwable {
    switch (method.getName()) {
      case "setReadOnly" -> readOnly = (Boolean) arguments[0];
      case "close" -> calls.add("closed");
      default -> {
        // not recorded
      }
    }
    return switch (method.getName()) {
      case "isReadOnly" -> readOnly;
      case "getAutoCommit", "isWrapperFor" -> true;
      case "unwrap" -> proxy;
      case "getTransactionState" -> state;
      case "createStatement" -> Proxies.of(Statement.class, this::onStatement);
      case "prepareStatement" -> prepared((String) arguments[0]);
      case "prepareCall" -> Proxies.of(CallableStatement.class, this::onStatement);
      case "getMetaData" -> Proxies.of(DatabaseMetaData.class, this::onMetaData);
      default -> Proxies.defaultResult(proxy, method, arguments);
    };
  }

  private Object prepared(String sql) {
    AtomicReference<ResultSet> answer = new AtomicReference<>();
    return Proxy.newProxyInstance(
        FakeSession.class.getClassLoader(),
        new Class<?>[] {PreparedStatement.class, BaseStatement.class},
        (proxy, method, arguments) -> {
          if (method.getName().equals("executeWithFlags")) {
            answer.set(resultOf(sql));
            return true;
          }
          return method.getName().equals("getResultSet")
              ? answer.get()
              : onStatement(proxy, method, arguments);
        });
  }

  private ResultSet resultOf(String query) throws SQLException {
    if (query.contains("pg_show_all_settings") && rejection == null) {
      return rows("");
    }
    queries.add(query);
    if (rejection != null) {
      throw rejection;
    }
    return rows(holds);
  }

  private ResultSet rows(String row) {
    Iterator<String> rows = List.of(row).iterator();
    return Proxies.of(
        ResultSet.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "next" -> rows.hasNext();
              case "getString" -> rows.next();
              case "getStatement" -> Proxies.of(Statement.class, this::onStatement);
              default -> Proxies.defaultResult(proxy, method, arguments);
            });
  }

  private Object onMetaData(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "getDatabaseProductName" -> product;
      case "getConnection" -> connection;
      default -> Proxies.defaultResult(proxy, method, arguments);
    };
  }

  private Object onStatement(Object proxy, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    boolean query = arguments != null && arguments[0].toString().startsWith("savepoint");
    if (query) {
      resultOf((String) arguments[0]);
      return true;
    }
    if (name.startsWith("execute")) {
      calls.add(name);
      if (failure != null) {
        throw failure;
      }
    }
    return switch (name) {
      case "getResultSet" -> rows(holds);
      case "getConnection" -> connection;
      case "getGeneratedKeys" -> generatedKeys;
      case "getUpdateCount" -> -1;
      default -> Proxies.defaultResult(proxy, method, arguments);
    };
  }
}
