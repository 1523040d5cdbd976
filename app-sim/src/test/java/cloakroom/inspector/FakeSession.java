package cloakroom.inspector;

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

/** A session of PostgreSQL that holds what a test says, behind the interfaces of its driver. */
final class FakeSession {
  /** What the inspector has asked. */
  final List<String> questions = new ArrayList<>();

  /** What the application has executed, and closed. */
  final List<String> calls = new ArrayList<>();

  final ResultSet generatedKeys = proxy(ResultSet.class, this::answer);
  String product = "PostgreSQL";
  String holds = "";
  TransactionState state = TransactionState.IDLE;

  /** Thrown at the next questions, if there is one. */
  SQLException refusal;

  /** Thrown at the application's statements, if there is one. */
  SQLException failure;

  private boolean readOnly;

  /** The driver's connection. */
  final Connection connection = proxy(BaseConnection.class, this::onConnection);

  /** A pool of this one connection, which has a life of its own as many pools have. */
  DataSource pool() {
    InvocationHandler pool =
        (proxy, method, arguments) -> {
          if (method.getName().equals("close")) {
            calls.add("pool closed");
          }
          return method.getName().equals("getConnection")
              ? connection
              : answer(proxy, method, arguments);
        };
    return (DataSource)
        Proxy.newProxyInstance(
            FakeSession.class.getClassLoader(),
            new Class<?>[] {DataSource.class, Closeable.class},
            pool);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(FakeSession.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private Object onConnection(Object proxy, Method method, Object[] arguments) throws Throwable {
    switch (method.getName()) {
      case "setReadOnly" -> readOnly = (Boolean) arguments[0];
      case "close" -> calls.add("closed");
      default -> {
        // of no interest
      }
    }
    return switch (method.getName()) {
      case "isReadOnly" -> readOnly;
      case "getAutoCommit", "isWrapperFor" -> true;
      case "unwrap" -> proxy;
      case "getTransactionState" -> state;
      case "createStatement" -> proxy(Statement.class, this::onStatement);
      case "prepareStatement" -> prepared((String) arguments[0]);
      case "prepareCall" -> proxy(CallableStatement.class, this::onStatement);
      case "getMetaData" -> proxy(DatabaseMetaData.class, this::onMetaData);
      default -> answer(proxy, method, arguments);
    };
  }

  private Object prepared(String sql) {
    AtomicReference<ResultSet> answer = new AtomicReference<>();
    return Proxy.newProxyInstance(
        FakeSession.class.getClassLoader(),
        new Class<?>[] {PreparedStatement.class, BaseStatement.class},
        (proxy, method, arguments) -> {
          if (method.getName().equals("executeWithFlags")) {
            answer.set(asked(sql));
            return true;
          }
          return method.getName().equals("getResultSet")
              ? answer.get()
              : onStatement(proxy, method, arguments);
        });
  }

  private ResultSet asked(String question) throws SQLException {
    if (question.contains("pg_show_all_settings") && refusal == null) {
      return rows("");
    }
    questions.add(question);
    if (refusal != null) {
      throw refusal;
    }
    return rows(holds);
  }

  private ResultSet rows(String row) {
    Iterator<String> rows = List.of(row).iterator();
    return proxy(
        ResultSet.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "next" -> rows.hasNext();
              case "getString" -> rows.next();
              case "getStatement" -> proxy(Statement.class, this::onStatement);
              default -> answer(proxy, method, arguments);
            });
  }

  private Object onMetaData(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "getDatabaseProductName" -> product;
      case "getConnection" -> connection;
      default -> answer(proxy, method, arguments);
    };
  }

  private Object onStatement(Object proxy, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    boolean question = arguments != null && arguments[0].toString().startsWith("savepoint");
    if (question) {
      asked((String) arguments[0]);
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
      default -> answer(proxy, method, arguments);
    };
  }

  /** What an object of no interest says. */
  private Object answer(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> "fake";
      default -> nothing(method.getReturnType());
    };
  }

  private static Object nothing(Class<?> type) {
    if (type == boolean.class) {
      return false;
    }
    return type == int.class ? 0 : null;
  }
}
