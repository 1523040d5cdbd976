package cloakroom.standin;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Connection class and purity, by which DRCP decides whose server a session may have: they travel
 * with the log-on, not with the descriptor.
 */
@Tag("ojdbc-23")
@Timeout(30)
final class DrcpTest {
  private static final String CLASS = "oracle.jdbc.DRCPConnectionClass";
  private static final String PURITY = "oracle.jdbc.DRCPConnectionPurity";
  private static final String CLASS_SENT = "AUTH_KPPL_CONN_CLASS";
  private static final String PURITY_SENT = "AUTH_KPPL_PURITY";

  private final OracleStandIn oracle = new OracleStandIn();

  @AfterEach
  void close() {
    oracle.close();
  }

  private Map<String, String> sent(String url, String... properties) throws SQLException {
    Driver.connect(url, properties).close();
    assertThat(oracle.journal().logons()).hasSize(1);
    return oracle.journal().logons().get(0);
  }

  @ParameterizedTest
  @CsvSource({"NEW, 1", "SELF, 2"})
  void classAndPurity_areSentToAPooledServer(String purity, String number) throws SQLException {
    assertThat(sent(oracle.url() + ":pooled", CLASS, "COATS", PURITY, purity))
        .containsEntry(CLASS_SENT, "COATS")
        .containsEntry(PURITY_SENT, number);
  }

  @Test
  void pooledServer_byDefault_hasNoClass_andPuritySelf() throws SQLException {
    assertThat(sent(oracle.url() + ":pooled"))
        .doesNotContainKey(CLASS_SENT)
        .containsEntry(PURITY_SENT, "2");
  }

  @ParameterizedTest
  @CsvSource({"dedicated", "shared"})
  void otherServers_hearNothingOfThem(String type) throws SQLException {
    assertThat(sent(oracle.url() + ":" + type, CLASS, "COATS", PURITY, "NEW"))
        .doesNotContainKeys(CLASS_SENT, PURITY_SENT);
  }

  @Test
  void classInTheDescriptor_isNotWhatTheLogonSays() throws SQLException {
    String url =
        "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=%d))"
                .formatted(oracle.listener().port())
            + "(CONNECT_DATA=(SERVICE_NAME=sales)(SERVER=pooled)"
            + "(POOL_CONNECTION_CLASS=COATS)(POOL_PURITY=NEW)))";
    assertThat(sent(url)).doesNotContainKey(CLASS_SENT).containsEntry(PURITY_SENT, "2");
    assertThat(oracle.listener().requests().get(0).value("POOL_CONNECTION_CLASS"))
        .hasValue("COATS");
  }
}
