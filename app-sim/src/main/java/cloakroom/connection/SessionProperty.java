package cloakroom.connection;

import java.sql.Connection;
import java.sql.SQLException;

/** What a borrower may change through JDBC's setters and the next borrower must not find. */
enum SessionProperty {
  READ_ONLY("setReadOnly") {
    @Override
    Object get(Connection session) throws SQLException {
      return session.isReadOnly();
    }

    @Override
    void set(Connection session, Object value) throws SQLException {
      session.setReadOnly((Boolean) value);
    }
  },
  ISOLATION("setTransactionIsolation") {
    @Override
    Object get(Connection session) throws SQLException {
      return session.getTransactionIsolation();
    }

    @Override
    void set(Connection session, Object value) throws SQLException {
      session.setTransactionIsolation((Integer) value);
    }
  },
  SCHEMA("setSchema") {
    @Override
    Object get(Connection session) throws SQLException {
      return session.getSchema();
    }

    @Override
    void set(Connection session, Object value) throws SQLException {
      session.setSchema((String) value);
    }
  },
  HOLDABILITY("setHoldability") {
    @Override
    Object get(Connection session) throws SQLException {
      return session.getHoldability();
    }

    @Override
    void set(Connection session, Object value) throws SQLException {
      session.setHoldability((Integer) value);
    }
  },
  NETWORK_TIMEOUT("setNetworkTimeout") {
    @Override
    Object get(Connection session) throws SQLException {
      return session.getNetworkTimeout();
    }

    @Override
    void set(Connection session, Object value) throws SQLException {
      session.setNetworkTimeout(Runnable::run, (Integer) value);
    }
  };

  private static final SessionProperty[] ALL = values();
  private final String setter;

  SessionProperty(String setter) {
    this.setter = setter;
  }

  abstract Object get(Connection session) throws SQLException;

  abstract void set(Connection session, Object value) throws SQLException;

  /** The property that the method sets, or null. */
  static SessionProperty setBy(String method) {
    if (!method.startsWith("set")) {
      return null;
    }
    for (SessionProperty property : ALL) {
      if (property.setter.equals(method)) {
        return property;
      }
    }
    return null;
  }
}
