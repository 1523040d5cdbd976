package cloakroom.connection;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;

/**
 * JDBC driver that opens the connections of a {@link PhysicalSource}, for pools that require the
 * name of a driver class. The URL contains the source's name.
 */
public final class PhysicalDriver implements Driver {
  private static final String PREFIX = "cloakroom:physical:";
  private static final Map<String, PhysicalSource> SOURCES = new ConcurrentHashMap<>();

  static String register(String name, PhysicalSource source) {
    SOURCES.put(PREFIX + name, source);
    return PREFIX + name;
  }

  static void forget(String name) {
    SOURCES.remove(PREFIX + name);
  }

  @Override
  public Connection connect(String url, Properties ignored) throws SQLException {
    PhysicalSource source = SOURCES.get(url);
    return source == null ? null : source.connect();
  }

  @Override
  public boolean acceptsURL(String url) {
    return SOURCES.containsKey(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties ignored) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }
}
