package cloakroom.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The inspector's URL, without a database behind it. */
final class InspectingDriverTest {
  private final InspectingDriver driver = new InspectingDriver();

  @Test
  void urls_ofOthersAreTheirs_andTheDriverManagerFindsTheDriver() throws SQLException {
    assertThat(driver.acceptsURL("jdbc:postgresql://h/d")).isFalse();
    assertThat(driver.connect("jdbc:postgresql://h/d", new Properties())).isNull();
    assertThat(DriverManager.getDriver("jdbc:inspect:postgresql://h/d"))
        .isInstanceOf(InspectingDriver.class);
  }

  @Test
  void unknownDatabase_isRefused() {
    assertThatThrownBy(() -> driver.connect("jdbc:inspect:rdb://h/d", null))
        .isInstanceOf(SQLException.class)
        .hasMessage(
            "jdbc:inspect:rdb: an inspected URL must begin with jdbc:inspect:postgresql: or"
                + " jdbc:inspect:oracle:");
    assertThatThrownBy(() -> driver.connect("jdbc:inspect:rdb://h/d?inspect.onError=off", null))
        .as("message of the driver manager")
        .hasMessageStartingWith("No suitable driver");
  }

  @Test
  void wrongParameter_isRefused_beforeAnythingIsOpened() {
    String url = "jdbc:inspect:postgresql://127.0.0.1:1/d?inspect.sample=0&user=ann";

    assertThatThrownBy(() -> driver.connect(url, null))
        .isInstanceOf(SQLException.class)
        .hasMessage("inspect.sample=0: must be a whole number from 1 to 1000000");
  }

  @Test
  void parameters_reachTheDriverWithoutOurs() throws SQLException {
    String url = "jdbc:inspect:postgresql://h/d?inspect.sample=2&ApplicationName=shop";
    Properties info = new Properties();
    info.setProperty("inspect.frames", "3");
    info.setProperty("fetchSize", "7");

    DriverPropertyInfo[] infos = driver.getPropertyInfo(url, info);

    assertThat(Arrays.stream(infos).map(property -> property.name))
        .contains("ApplicationName")
        .noneMatch(name -> name.startsWith("inspect."));
    assertThat(info).as("the application's own").containsKey("inspect.frames");
  }
}
