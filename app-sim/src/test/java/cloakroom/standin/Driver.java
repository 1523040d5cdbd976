package cloakroom.standin;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** The bare Oracle driver, without anything of ours or a pool's around it. */
final class Driver {
  private Driver() {}

  /**
   * Log-on as the user of the stand-in, autoCommit off.
   *
   * @param properties further ones, names and values in turn
   */
  static Connection connect(String url, String... properties) throws SQLException {
    Properties all = new Properties();
    all.setProperty("user", OracleStandIn.USER);
    all.setProperty("password", OracleStandIn.PASSWORD);
    all.setProperty("oracle.jdbc.diagnostic.enableDiagnoseFirstFailure", "false");
    for (int i = 0; i < properties.length; i += 2) {
      all.setProperty(properties[i], properties[i + 1]);
    }
    all.setProperty("autoCommit", "false");
    return DriverManager.getConnection(url, all);
  }

  /** How the log-on fails. */
  static SQLException refusal(String url, String... properties) {
    return catchThrowableOfType(SQLException.class, () -> connect(url, properties).close());
  }
}
