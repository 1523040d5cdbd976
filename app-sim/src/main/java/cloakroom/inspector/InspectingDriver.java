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
 * A driver for {@code jdbc:inspect:postgresql:…} and {@code jdbc:inspect:oracle:…}: the connections
 * of the driver that the rest of the URL names, inspected. The inspector's properties stand among
 * the URL's, or among the connection's; neither reaches the driver.
 */
public final class InspectingDriver implements Driver {
  private static final String OURS = "jdbc:inspect:";

  static {
    try {
      DriverManager.registerDriver(new InspectingDriver());
    } catch (SQLException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private static final String CHOICES = "jdbc:inspect:postgresql: or jdbc:inspect:oracle:";
  private static final Pattern KNOWN = Pattern.compile(CHOICES.replace(" or ", "|"));
  private static final Pattern OUR_PARAMETER =
      Pattern.compile("(?<=[?&])(inspect\\.[^=&]*)=([^&]*)(?:&|$)");

  /**
   * A URL without what is ours.
   *
   * @param url as the driver has it
   * @param info the properties of the connection that are the driver's
   * @param properties those that are the inspector's
   */
  private record Address(String url, Properties info, Map<String, String> properties) {
    static Address of(String url, Properties given) {
      String real = "jdbc:" + url.substring(OURS.length());
      Map<String, String> properties = new HashMap<>();
      Properties info = given == null ? new Properties() : (Properties) given.clone();
      for (String name : info.stringPropertyNames()) {
        if (name.startsWith(Settings.PREFIX)) {
          properties.put(name, info.getProperty(name));
          info.remove(name);
        }
      }
      Matcher ours = OUR_PARAMETER.matcher(real);
      ours.results().forEach(found -> properties.put(found.group(1), found.group(2)));
      return new Address(ours.replaceAll("").replaceFirst("[?&]$", ""), info, properties);
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
    if (!KNOWN.matcher(url).lookingAt()
        && !Settings.offOnError(Settings.given(address.properties()))) {
      String kind = url.replaceFirst(":?[/@?;].*", "");
      throw new SQLException(kind + ": an inspected URL begins with " + CHOICES);
    }
    Driver driver = address.driver();
    Optional<Inspection> inspection;
    try {
      inspection = Inspector.inspection(address.properties());
    } catch (IllegalArgumentException wrong) {
      throw new SQLException(wrong.getMessage(), wrong);
    }
    Connection opened = driver.connect(address.url(), address.info());
    return opened == null || inspection.isEmpty() || inspection.get().isOff()
        ? opened
        : ConnectionSpy.around(inspection.get(), opened, true);
  }

  @Override
  public boolean acceptsURL(String url) {
    return url != null && url.startsWith(OURS);
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
    throw new SQLFeatureNotSupportedException("the inspector has no java.util.logging of its own");
  }
}
