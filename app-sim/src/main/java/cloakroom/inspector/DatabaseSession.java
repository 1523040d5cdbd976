package cloakroom.inspector;

import cloakroom.contract.HeldKind;
import cloakroom.platform.Resources;
import java.lang.reflect.InvocationTargetException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Database session of a connection. The inspector reads the session's state in one round trip. The
 * query uses the driver's connection, because a pool would count it as a statement of the
 * application. The query neither begins nor ends a transaction.
 */
final class DatabaseSession {
  enum Product {
    POSTGRESQL("PostgreSQL", "org.postgresql.core.BaseConnection"),
    ORACLE("Oracle", "oracle.jdbc.OracleConnection");

    private final String product;
    private final String driver;
    final String query = text(name().toLowerCase(Locale.ROOT));

    Product(String product, String driver) {
      this.product = product;
      this.driver = driver;
    }

    /**
     * Returns the database product, without a round trip; empty if the product is not supported.
     */
    static Optional<Product> of(Connection connection) throws SQLException {
      String name = connection.getMetaData().getDatabaseProductName();
      return Arrays.stream(values()).filter(each -> each.product.equals(name)).findFirst();
    }

    static String names() {
      return Arrays.stream(values()).map(p -> p.product).collect(Collectors.joining(" or "));
    }

    /**
     * Loads the driver's connection interface by name, because the inspector's jar must not depend
     * on JDBC drivers.
     */
    private Optional<Class<?>> driver(Connection connection) {
      return Stream.of(
              connection.getClass().getClassLoader(),
              Thread.currentThread().getContextClassLoader(),
              DatabaseSession.class.getClassLoader())
          .filter(Objects::nonNull)
          .<Class<?>>flatMap(loader -> load(loader).stream())
          .findFirst();
    }

    private Optional<Class<?>> load(ClassLoader loader) {
      try {
        return Optional.of(Class.forName(driver, false, loader));
      } catch (ClassNotFoundException | LinkageError missing) {
        return Optional.empty();
      }
    }
  }

  /**
   * State of a database session.
   *
   * @param items state items, each with the value or a hash of the value
   * @param settingsHash hash of all settings; empty if {@code items} contains the settings
   * @param unavailable reasons why the database does not report a kind of state, by kind
   */
  record SessionState(
      Map<HeldItem, String> items,
      String settingsHash,
      boolean inTransaction,
      Map<String, String> unavailable) {
    /** Returns whether the value of the item is new since {@code before}, and of the session. */
    boolean adds(HeldItem item, SessionState before) {
      String value = items.get(item);
      String was = before.items.get(item);
      if (was == null || value.startsWith(NOT_SET)) {
        return was == null && !value.startsWith(NOT_SET);
      }
      return item.kind() == HeldKind.TEMPORARY_TABLE
          ? Long.parseLong(value) > Long.parseLong(was)
          : !value.equals(was.startsWith(NOT_SET) ? was.substring(NOT_SET.length()) : was);
    }
  }

  /** Prefix of the value of a setting that was not set in the session. */
  private static final String NOT_SET = "not set ";

  static final String TRANSACTION = text("postgresql-transaction");
  private static final String NAMES = text("postgresql-names");
  private static final String SETTINGS = text("postgresql-settings");
  private static final String SAVEPOINT = "cloakroom_inspector";

  private final Product product;
  private final Class<?> driver;
  final Connection connection;

  private DatabaseSession(Product product, Class<?> driver, Connection connection) {
    this.product = product;
    this.driver = driver;
    this.connection = connection;
  }

  private static String text(String name) {
    return Resources.text("cloakroom/inspector/" + name + ".sql").replaceAll("(?m)^--.*\\R", "");
  }

  static Optional<DatabaseSession> below(Connection connection) throws SQLException {
    Optional<Product> product = Product.of(connection);
    Optional<Class<?>> driver = product.flatMap(p -> p.driver(connection));
    if (driver.isEmpty()) {
      return Optional.empty();
    }
    try {
      return connection.unwrap(driver.get()) instanceof Connection own
          ? Optional.of(new DatabaseSession(product.get(), driver.get(), own))
          : Optional.empty();
    } catch (SQLException notUnwrapped) {
      return Optional.empty();
    }
  }

  /**
   * Reads the state, including the {@code listed} settings and the application's settings {@code
   * own}. The session must be {@link #requireReadable readable}.
   */
  SessionState readState(String listed, Collection<String> own) throws SQLException {
    if (product == Product.ORACLE) {
      return parse(queryOracle(), false);
    }
    boolean open = !transaction().equals("IDLE");
    String query =
        product
            .query
            .replace(":own", String.join(",", own))
            .replace(":listed", listed)
            .replace(":transaction", open ? TRANSACTION : "");
    return parse(queryPostgres(query), open);
  }

  /** Throws if the session has ended, or if its failed transaction rejects every query. */
  void requireReadable() throws SQLException {
    if (connection.isClosed()) {
      throw new SQLException("the session has ended", "08003");
    } else if (hasFailed()) {
      throw new SQLException("transaction failed");
    }
  }

  /** Returns whether no transaction is open; false for Oracle, which does not report it. */
  boolean isIdle() throws SQLException {
    return product == Product.POSTGRESQL && transaction().equals("IDLE");
  }

  boolean hasFailed() throws SQLException {
    return product == Product.POSTGRESQL && transaction().equals("FAILED");
  }

  /** Returns the comma-separated names of the settings that the role may read; empty for Oracle. */
  String names() throws SQLException {
    return product == Product.ORACLE ? "" : queryPostgres(NAMES);
  }

  /** Reads the value of each setting. Called only after the hash of all settings has changed. */
  Map<HeldItem, String> settings() throws SQLException {
    Map<HeldItem, String> items = parse(queryPostgres(SETTINGS), false).items();
    items.keySet().removeIf(item -> item.kind() != HeldKind.SESSION_SETTING);
    return items;
  }

  private String transaction() throws SQLException {
    return call(driver, connection, "getTransactionState").toString();
  }

  private String queryPostgres(String query) throws SQLException {
    return transaction().equals("IDLE") ? queryOutside(query) : queryInTransaction(query);
  }

  /**
   * Executes a query with a flag of PostgreSQL's driver that prevents the start of a transaction.
   * Uses a prepared statement, because planning the query takes longer than executing it.
   */
  private String queryOutside(String query) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setFetchSize(0); // otherwise the driver opens a cursor
      ClassLoader loader = driver.getClassLoader();
      Object suppressBegin =
          Class.forName("org.postgresql.core.QueryExecutor", true, loader)
              .getField("QUERY_SUPPRESS_BEGIN")
              .get(null);
      Class<?> type = Class.forName("org.postgresql.core.BaseStatement", true, loader);
      call(type, statement, "executeWithFlags", suppressBegin);
      try (ResultSet rows = statement.getResultSet()) {
        return text(rows);
      }
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException("this driver is not supported", unknown);
    }
  }

  /**
   * Executes a query inside a savepoint. Otherwise a failed query would abort the application's
   * transaction.
   */
  private String queryInTransaction(String query) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(0); // otherwise the driver opens a cursor
      try {
        boolean rows =
            statement.execute(
                "savepoint %s;%s;release savepoint %s".formatted(SAVEPOINT, query, SAVEPOINT));
        while (!rows && statement.getUpdateCount() != -1) {
          rows = statement.getMoreResults();
        }
        try (ResultSet result = statement.getResultSet()) {
          return text(result);
        }
      } catch (SQLException failure) {
        undo(statement, failure);
        throw failure;
      }
    }
  }

  private void undo(Statement statement, SQLException failure) {
    try {
      if (transaction().equals("FAILED")) {
        statement.execute(
            "rollback to savepoint %s;release savepoint %s".formatted(SAVEPOINT, SAVEPOINT));
      }
    } catch (SQLException dead) {
      failure.addSuppressed(dead);
    }
  }

  private static String text(ResultSet rows) throws SQLException {
    return rows.next() ? Objects.requireNonNullElse(rows.getString(1), "") : "";
  }

  private String queryOracle() throws SQLException {
    try (CallableStatement call = connection.prepareCall(product.query)) {
      call.registerOutParameter(1, Types.VARCHAR);
      call.execute();
      return Objects.requireNonNullElse(call.getString(1), "");
    }
  }

  private SessionState parse(String result, boolean openInDriver) throws SQLException {
    Map<HeldItem, String> items = new LinkedHashMap<>();
    Map<String, String> unavailable = new TreeMap<>();
    boolean open = openInDriver;
    String settingsHash = "";
    for (String line : result.split("\n", -1)) {
      String[] columns = line.split("\t", -1);
      switch (columns[0]) {
        case "inTransaction" -> open = true;
        case "listedSettings" -> settingsHash = columns[2];
        case "otherSetting" ->
            items.put(new HeldItem(HeldKind.SESSION_SETTING, columns[1]), NOT_SET + columns[2]);
        case "unavailable" -> unavailable.put(columns[1], columns[2]);
        default ->
            HeldKind.at(columns[0])
                .ifPresent(kind -> items.put(new HeldItem(kind, columns[1]), columns[2]));
      }
    }
    if (open) {
      items.put(new HeldItem(HeldKind.OPEN_TRANSACTION, ""), "");
    }
    addProperties(items);
    return new SessionState(items, settingsHash, open, unavailable);
  }

  /**
   * Adds JDBC properties that the driver knows without a round trip. Omits PostgreSQL's isolation
   * level, because the session settings include it.
   */
  private void addProperties(Map<HeldItem, String> items) throws SQLException {
    property(items, "autoCommit", connection.getAutoCommit());
    property(items, "readOnly", connection.isReadOnly());
    property(items, "holdability", connection.getHoldability());
    property(items, "networkTimeout", connection.getNetworkTimeout());
    if (product == Product.ORACLE) {
      property(items, "transactionIsolation", connection.getTransactionIsolation());
    }
  }

  private static void property(Map<HeldItem, String> items, String name, Object value) {
    items.put(new HeldItem(HeldKind.JDBC_PROPERTY, name), value.toString());
  }

  private static Object call(Class<?> type, Object target, String method, Object... number)
      throws SQLException {
    try {
      Class<?>[] types = number.length == 0 ? new Class<?>[0] : new Class<?>[] {int.class};
      return type.getMethod(method, types).invoke(target, number);
    } catch (InvocationTargetException thrown) {
      if (thrown.getCause() instanceof SQLException failure) {
        throw failure;
      }
      throw new IllegalStateException(method + " of the driver failed", thrown.getCause());
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException("this driver has no " + method, unknown);
    }
  }
}
