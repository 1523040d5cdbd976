package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Password;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The driver hears the same from every pool, and the report shows what it hears. */
@Timeout(60)
final class DriverPropertiesTest {
  private static final String SECRET = "tiger17";

  private static Map<String, String> plain(Properties properties) {
    return properties.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, properties::getProperty));
  }

  private static ConnectionSettings settings(PoolKind kind) {
    return ConnectionSettings.to("jdbc:postgresql://db/coats", "scott", Password.of(SECRET))
        .pool(kind, 2)
        .statementCache(17)
        .fetchSize(18)
        .name("told-" + kind + "-" + System.nanoTime())
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void driver_hearsWhatTheReportShows(PoolKind kind) {
    SpyDriver driver = new SpyDriver();
    ConnectionSettings settings = settings(kind);
    PhysicalSource physical = new PhysicalSource(settings, Dialect.POSTGRESQL, driver);
    try (LeasingSource source = new LeasingSource(settings, Dialect.ORACLE, physical)) {
      source.borrow().close();
    }
    Map<String, String> heard = plain(driver.properties.get(0));
    assertThat(heard).containsEntry("user", "scott").containsEntry("password", SECRET);
    heard.keySet().removeIf(name -> name.equals("user") || name.equals("password"));
    assertThat(heard).isEqualTo(settings.driverProperties()).doesNotContainValue(SECRET);
  }
}
