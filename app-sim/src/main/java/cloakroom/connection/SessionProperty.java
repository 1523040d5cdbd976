package cloakroom.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** What a borrower may change through JDBC's setters and the next borrower must not find. */
@SuppressWarnings("ImmutableEnumChecker") // references to methods have no state
enum SessionProperty {
  READ_ONLY("setReadOnly", Connection::isReadOnly, (s, value) -> s.setReadOnly((Boolean) value)),
  ISOLATION(
      "setTransactionIsolation",
      Connection::getTransactionIsolation,
      (s, value) -> s.setTransactionIsolation((Integer) value)),
  SCHEMA("setSchema", Connection::getSchema, (s, value) -> s.setSchema((String) value)),
  HOLDABILITY(
      "setHoldability",
      Connection::getHoldability,
      (s, value) -> s.setHoldability((Integer) value)),
  NETWORK_TIMEOUT(
      "setNetworkTimeout",
      Connection::getNetworkTimeout,
      (s, value) -> s.setNetworkTimeout(Runnable::run, (Integer) value));

  private interface Getter {
    Object get(Connection session) throws SQLException;
  }

  private interface Setter {
    void set(Connection session, Object value) throws SQLException;
  }

  private final String method;
  private final Getter getter;
  private final Setter setter;

  SessionProperty(String method, Getter getter, Setter setter) {
    this.method = method;
    this.getter = getter;
    this.setter = setter;
  }

  Object get(Connection session) throws SQLException {
    return getter.get(session);
  }

  void set(Connection session, Object value) throws SQLException {
    setter.set(session, value);
  }

  /** Each property by the name of the method that sets it. */
  static Map<String, SessionProperty> bySetter() {
    return Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(p -> p.method, p -> p));
  }
}
