package cloakroom.standin;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.url.OracleAddress;
import cloakroom.standin.TnsListener.Reply;
import cloakroom.standin.TnsListener.Request;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the real driver asks a listener for. */
final class TnsListenerTest {
  private static final String DESCRIPTOR =
      "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=%d))(CONNECT_DATA=%s))";

  private final TnsListener listener = new TnsListener(Reply.refuse(12516));

  @AfterEach
  void close() {
    listener.close();
  }

  private Request asked(String url) {
    assertThat(OracleStandIn.refusal(url).getErrorCode()).isEqualTo(12516);
    assertThat(listener.requests()).hasSize(1);
    return listener.requests().get(0);
  }

  private static String url(String afterAt, TnsListener listener) {
    return "jdbc:oracle:thin:@" + afterAt.replace("HERE", "127.0.0.1:" + listener.port());
  }

  private String descriptor(String connectData) {
    return "jdbc:oracle:thin:@" + DESCRIPTOR.formatted(listener.port(), connectData);
  }

  @ParameterizedTest
  @CsvSource({
    "HERE/sales, SERVICE_NAME, sales,",
    "//HERE/sales, SERVICE_NAME, sales,",
    "HERE/sales:pooled, SERVICE_NAME, sales, pooled",
    "HERE:XE, SID, XE,",
    "HERE:XE:pooled, SID, XE, pooled"
  })
  void url_becomesADescriptor(String afterAt, String key, String name, String server) {
    Request asked = asked(url(afterAt, listener));
    assertThat(asked.value(key)).hasValue(name);
    assertThat(asked.value("SERVER").orElse(null)).isEqualTo(server);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dedicated", "shared", "pooled"})
  void serverTypeThatWeChoose_isAskedFor(String type) {
    for (String url :
        List.of(
            listener.url("/sales"),
            listener.url("/sales:other"),
            listener.url(":XE"),
            descriptor("(SERVICE_NAME=sales)"),
            descriptor("(SERVER=other)(SERVICE_NAME=sales)"))) {
      OracleStandIn.refusal(OracleAddress.of(url).orElseThrow().withServerType(type));
    }
    assertThat(listener.requests()).hasSize(5);
    assertThat(listener.requests()).allSatisfy(r -> assertThat(r.value("SERVER")).hasValue(type));
  }
}
