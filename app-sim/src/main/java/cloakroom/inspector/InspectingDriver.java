package cloakroom.inspector;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JDBC driver for URLs such as {@code jdbc:inspect:postgresql:…}, which wraps the real driver's
 * connections for inspection. The real driver does not receive the inspector's own properties.
 */
public final class InspectingDriver implements Driver {
  private static final String OWN_PREFIX = "jdbc:inspect:";
  private static final String SUPPORTED = "jdbc:inspect:postgresql: or jdbc:inspect:oracle:";
  private static final Pattern SUPPORTED_URL = Pattern.compile(SUPPORTED.replace(" or ", "|"));
  private static final Pattern OWN_PARAMETER =
      Pattern.compile("(?<=[?&])(inspect\\.[^=&]*)=([^&]*)(?:&|$)");

  static {
    try {
      DriverManager.registerDriver(new InspectingDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private record Address(String url, Properties info, Map<String, String> properties) {
    static Address of(String url, Properties given) {
      String real = "jdbc:" + url.substring(OWN_PREFIX.length());
      Map<String, String> properties = new HashMap<>();
      Properties info = given == null ? new Properties() : (Properties) given.clone();
      for (String name : info.stringPropertyNames()) {
        if (name.startsWith(Settings.PREFIX)) {
          properties.put(name, info.getProperty(name));
          info.remove(name);
        }
      }
      Matcher own = OWN_PARAMETER.matcher(real);
      own.results().forEach(found -> properties.put(found.group(1), found.group(2)));
      return new Address(own.replaceAll("").replaceFirst("[?&]$", ""), info, properties);
    }

    Driver driver() throws SQLException {
      return DriverManager.getDriver(url);
    }
  }

  @Override
  public Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    Address address = Address.of(url, info);
    if (!SUPPORTED_URL.matcher(url).lookingAt()
        && !Settings.offOnError(Settings.merge(address.properties()))) {
      String kind = url.replaceFirst(":?[/@?;].*", "");
      throw new SQLException(kind + ": an inspected URL must begin with " + SUPPORTED);
    }
    Driver driver = address.driver();
    Optional<Inspection> inspection;
    try {
      inspection = Inspector.inspection(address.properties());
    } catch (IllegalArgumentException invalid) {
      throw new SQLException(invalid.getMessage(), invalid);
    }
    Connection opened = driver.connect(address.url(), address.info());
    return opened == null || inspection.isEmpty() || inspection.get().isOff()
        ? opened
        : ConnectionSpy.around(inspection.get(), opened, true);
  }

  @Override
  public boolean acceptsURL(String url) {
    return url != null && url.startsWith(OWN_PREFIX);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
    Address address = Address.of(url, info);
    return address.driver().getPropertyInfo(address.url(), address.info());
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
