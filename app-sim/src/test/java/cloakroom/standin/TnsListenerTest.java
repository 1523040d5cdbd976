package cloakroom.standin;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.OracleAddress;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the real driver asks a listener for, and how it takes the answers that are no refusals. */
@Timeout(30)
final class TnsListenerTest {
  private static final String DESCRIPTOR =
      "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=%d))(CONNECT_DATA=%s))";

  private final TnsListener listener = new TnsListener(TnsReply.refuse(12516));

  @AfterEach
  void close() {
    listener.close();
  }

  private ConnectRequest asked(String url, String... properties) {
    assertThat(Driver.refusal(url, properties).getErrorCode()).isEqualTo(12516);
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
    "HERE/sales:dedicated, SERVICE_NAME, sales, dedicated",
    "HERE/sales:shared, SERVICE_NAME, sales, shared",
    "HERE/sales:pooled, SERVICE_NAME, sales, pooled",
    "//HERE/sales:Pooled, SERVICE_NAME, sales, Pooled",
    "tcp://HERE/sales:POOLED, SERVICE_NAME, sales, POOLED",
    "HERE:XE, SID, XE,",
    "HERE:XE:pooled, SID, XE, pooled"
  })
  void url_becomesADescriptor(String afterAt, String key, String name, String server) {
    ConnectRequest asked = asked(url(afterAt, listener));
    assertThat(asked.inline()).isTrue();
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
      Driver.refusal(OracleAddress.of(url).orElseThrow().withServerType(type));
    }
    assertThat(listener.requests()).hasSize(5);
    assertThat(listener.requests()).allSatisfy(r -> assertThat(r.value("SERVER")).hasValue(type));
  }

  @Test
  void ownDescriptor_isRebuilt() {
    ConnectRequest asked = asked(descriptor("(SERVICE_NAME=sales)(SERVER=POOLED)"));
    assertThat(asked.value("SERVER")).hasValue("POOLED");
    assertThat(asked.descriptor()).contains("(CID=", "(CONNECTION_ID=");
  }

  @Test
  void longDescriptor_followsTheRequest() {
    String service = "sales." + "department.".repeat(20) + "example.com";
    ConnectRequest asked = asked(listener.url("/" + service + ":pooled"));
    assertThat(asked.inline()).isFalse();
    assertThat(asked.value("SERVICE_NAME")).hasValue(service);
    assertThat(asked.value("SERVER")).hasValue("pooled");
  }

  @Test
  void program_isInTheDescriptor() {
    ConnectRequest asked = asked(listener.url("/sales"), "v$session.program", "cloakroom-tier");
    assertThat(asked.value("PROGRAM")).hasValue("cloakroom-tier");
  }

  @ParameterizedTest
  @ValueSource(ints = {12514, 12520})
  void retries_areThoseOfTheUrl(int code) {
    listener.answer(TnsReply.refuse(code));
    SQLException refused =
        Driver.refusal(listener.url("/sales:pooled?retry_count=2&retry_delay=0"));
    assertThat(refused.getErrorCode()).isEqualTo(code);
    assertThat(listener.requests()).hasSize(3);
  }

  @Test
  void redirect_isFollowed_withTheServerType() {
    try (TnsListener other = new TnsListener(TnsReply.refuse(12518))) {
      listener.answer(TnsReply.redirect(other.port()));
      SQLException refused = Driver.refusal(listener.url("/sales:shared"));
      assertThat(refused.getErrorCode()).isEqualTo(12518);
      assertThat(other.requests()).hasSize(1);
      assertThat(other.requests().get(0).value("SERVER")).hasValue("shared");
    }
  }

  @Test
  void resend_isHonoured() {
    listener.answer(
        request -> listener.requests().size() == 1 ? TnsReply.resend() : TnsReply.refuse(12516));
    assertThat(Driver.refusal(listener.url("/sales")).getErrorCode()).isEqualTo(12516);
    assertThat(listener.requests()).hasSize(2);
    assertThat(listener.requests().get(0)).isEqualTo(listener.requests().get(1));
  }

  @Test
  void secondAddress_isTriedAfterARefusal() {
    try (TnsListener other = new TnsListener(TnsReply.refuse(12519))) {
      listener.answer(TnsReply.refuse(12520));
      SQLException refused =
          Driver.refusal(
              "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS_LIST="
                  + "(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=%d))".formatted(listener.port())
                  + "(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=%d)))".formatted(other.port())
                  + "(CONNECT_DATA=(SERVICE_NAME=sales)(SERVER=pooled)))");
      assertThat(refused.getErrorCode()).isEqualTo(12519);
      assertThat(listener.requests()).hasSize(1);
      assertThat(other.requests()).hasSize(1);
    }
  }
}
