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
 * The session of the database below a connection, asked in one round trip what it holds. It is
 * asked through the driver's own connection, behind the back of any pool: a question must not look
 * like the application's work, and must neither begin a transaction nor harm the one that is open.
 */
final class DatabaseSession {
  /** The databases that can be asked. */
  enum Product {
    POSTGRESQL("PostgreSQL", "org.postgresql.core.BaseConnection"),
    ORACLE("Oracle", "oracle.jdbc.OracleConnection");

    private final String product;
    private final String driver;

    /** The text that asks. */
    final String question = text(name().toLowerCase(Locale.ROOT));

    Product(String product, String driver) {
      this.product = product;
      this.driver = driver;
    }

    /** As the driver calls it; asks nobody. */
    static Optional<Product> of(Connection connection) throws SQLException {
      String name = connection.getMetaData().getDatabaseProductName();
      return Arrays.stream(values()).filter(known -> known.product.equals(name)).findFirst();
    }

    static String names() {
      return Arrays.stream(values()).map(p -> p.product).collect(Collectors.joining(" or "));
    }

    /** The driver's connection, by the name of its interface: the inspector knows no driver. */
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
      } catch (ClassNotFoundException | LinkageError notThere) {
        return Optional.empty();
      }
    }
  }

  /**
   * What the session holds.
   *
   * @param items each with its value, or what tells one value from another
   * @param listedSettings a number that another value of any of them makes another; empty if the
   *     items have them
   * @param inTransaction whether a transaction is open
   * @param complete whether it could be asked: one whose transaction has failed answers nothing
   * @param unavailableReasons why the database does not tell of a kind
   */
  record SessionState(
      Map<HeldItem, String> items,
      String listedSettings,
      boolean inTransaction,
      boolean complete,
      Map<String, String> unavailableReasons) {}

  /** What is asked besides, of PostgreSQL, where a transaction is open. */
  static final String TRANSACTION = text("postgresql-transaction");

  private static final String NAMES = text("postgresql-names");
  private static final String SETTINGS = text("postgresql-settings");
  private static final String SAVEPOINT = "cloakroom_inspector";

  private final Product product;
  private final Class<?> driver;
  private final Connection connection;

  private DatabaseSession(Product product, Class<?> driver, Connection connection) {
    this.product = product;
    this.driver = driver;
    this.connection = connection;
  }

  /** A text that travels in the jar, without its comments. */
  private static String text(String name) {
    return Resources.text("cloakroom/inspector/" + name + ".sql").replaceAll("(?m)^--.*\\R", "");
  }

  /** The session below a connection; empty if the driver's own connection cannot be reached. */
  static Optional<DatabaseSession> below(Connection connection) throws SQLException {
    Optional<Product> product = Product.of(connection);
    Optional<Class<?>> driver = product.flatMap(known -> known.driver(connection));
    if (driver.isEmpty()) {
      return Optional.empty();
    }
    try {
      return connection.unwrap(driver.get()) instanceof Connection own
          ? Optional.of(new DatabaseSession(product.get(), driver.get(), own))
          : Optional.empty();
    } catch (SQLException notReachable) {
      return Optional.empty();
    }
  }

  /** The driver's own connection. */
  Connection connection() {
    return connection;
  }

  /**
   * Asks what the session holds.
   *
   * @param listed names of settings, with commas, as {@link #names} tells them
   * @param own names of the application's own settings, which PostgreSQL lists nowhere
   */
  SessionState ask(String listed, Collection<String> own) throws SQLException {
    if (connection.isClosed()) {
      throw new SQLException("the session has ended", "08003");
    }
    if (product == Product.ORACLE) {
      return holding(askOracle(), false);
    }
    String transaction = transaction();
    if (transaction.equals("FAILED")) {
      HeldItem failed = new HeldItem(HeldKind.OPEN_TRANSACTION, "failed");
      return new SessionState(Map.of(failed, ""), "", true, false, Map.of());
    }
    boolean open = !transaction.equals("IDLE");
    String question =
        product
            .question
            .replace(":own", String.join(",", own))
            .replace(":listed", listed)
            .replace(":transaction", open ? TRANSACTION : "");
    return holding(askPostgres(question), open);
  }

  /** Names, with commas, of the settings whose change is told by one number; none of Oracle's. */
  String names() throws SQLException {
    return product == Product.ORACLE || transaction().equals("FAILED") ? "" : askPostgres(NAMES);
  }

  /** What the settings are that were set in this session, once their number has changed. */
  Map<HeldItem, String> settings() throws SQLException {
    Map<HeldItem, String> items = holding(askPostgres(SETTINGS), false).items();
    items.keySet().removeIf(item -> item.kind() != HeldKind.SESSION_SETTING);
    return items;
  }

  private String transaction() throws SQLException {
    return call(driver, connection, "getTransactionState").toString();
  }

  private String askPostgres(String question) throws SQLException {
    return transaction().equals("IDLE") ? askOutside(question) : askInTransaction(question);
  }

  /**
   * By the driver's own way to a statement that begins no transaction, whatever autoCommit is; a
   * prepared one, for planning takes longer than the answer.
   */
  private String askOutside(String question) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(question)) {
      statement.setFetchSize(0); // else the driver opens a cursor
      ClassLoader loader = driver.getClassLoader();
      Object beginsNothing =
          Class.forName("org.postgresql.core.QueryExecutor", true, loader)
              .getField("QUERY_SUPPRESS_BEGIN")
              .get(null);
      Class<?> type = Class.forName("org.postgresql.core.BaseStatement", true, loader);
      call(type, statement, "executeWithFlags", beginsNothing);
      try (ResultSet rows = statement.getResultSet()) {
        return answer(rows);
      }
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException("this driver is unknown", unknown);
    }
  }

  /** A question that fails must not take the application's transaction along. */
  private String askInTransaction(String question) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(0); // else the driver opens a cursor
      try {
        boolean rows =
            statement.execute(
                "savepoint %s;%s;release savepoint %s".formatted(SAVEPOINT, question, SAVEPOINT));
        while (!rows && statement.getUpdateCount() != -1) {
          rows = statement.getMoreResults();
        }
        try (ResultSet answer = statement.getResultSet()) {
          return answer(answer);
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

  private static String answer(ResultSet rows) throws SQLException {
    return rows.next() ? Objects.requireNonNullElse(rows.getString(1), "") : "";
  }

  private String askOracle() throws SQLException {
    try (CallableStatement call = connection.prepareCall(product.question)) {
      call.registerOutParameter(1, Types.VARCHAR);
      call.execute();
      return Objects.requireNonNullElse(call.getString(1), "");
    }
  }

  /** Reads lines of kind, name and value, and adds what the driver itself knows. */
  private SessionState holding(String answer, boolean openAsDriverSays) throws SQLException {
    Map<HeldItem, String> items = new LinkedHashMap<>();
    Map<String, String> unavailableReasons = new TreeMap<>();
    boolean open = openAsDriverSays;
    String listedSettings = "";
    for (String line : answer.split("\n", -1)) {
      String[] columns = line.split("\t", -1);
      if (columns[0].equals("inTransaction")) {
        open = true;
      } else if (columns[0].equals("listedSettings")) {
        listedSettings = columns[2];
      } else if (columns.length == 3 && columns[0].equals("notAvailable")) {
        unavailableReasons.put(columns[1], columns[2]);
      } else if (columns.length == 3) {
        HeldKind.at(columns[0])
            .ifPresent(kind -> items.put(new HeldItem(kind, columns[1]), columns[2]));
      }
    }
    if (open) {
      items.put(new HeldItem(HeldKind.OPEN_TRANSACTION, ""), "");
    }
    addProperties(items);
    return new SessionState(items, listedSettings, open, true, unavailableReasons);
  }

  /** None of these asks the server; PostgreSQL's isolation level is a setting of the session. */
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

  /** Calls a method of the driver's own, without or with one number. */
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
