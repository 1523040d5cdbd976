package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.contract.ErrorClass;
import cloakroom.database.EnvironmentException;
import cloakroom.database.errors.SqlErrors;
import cloakroom.database.url.OracleAddress;
import cloakroom.database.url.UrlDatabase;
import cloakroom.platform.Password;
import cloakroom.standin.TnsListener;
import cloakroom.standin.TnsListener.Reply;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The real driver and an Oracle listener that refuses it. */
final class OracleRefusalTest {
  private static final String SECRET = "tiger-17-secret";
  private final TnsListener listener = new TnsListener(Reply.refuse(12520));

  @AfterEach
  void close() {
    listener.close();
  }

  static Stream<Arguments> refusals() {
    Map<Integer, ErrorClass> codes =
        Map.of(
            12514, ErrorClass.SERVICE_DOWN,
            12520, ErrorClass.POOL_OR_PROCESS_LIMIT,
            12505, ErrorClass.CONFIGURATION);
    return Stream.of(PoolKind.values())
        .flatMap(
            kind ->
                codes.entrySet().stream()
                    .map(code -> Arguments.of(kind, code.getKey(), code.getValue())));
  }

  /** The driver neither logs anything nor shows the password. */
  @ParameterizedTest
  @MethodSource("refusals")
  void open_refused_reportsTheNumberOnly(PoolKind kind, int code, ErrorClass expected) {
    listener.answer(Reply.refuse(code));
    ConnectionSettings settings =
        ConnectionSettings.to(listener.url("/sales:pooled"), "scott", Password.of(SECRET))
            .pool(kind, 1)
            .applicationName("coats-tier");
    try (LogCapture log = LogCapture.begin()) {
      ConnectionException thrown =
          catchThrowableOfType(
              ConnectionException.class, () -> ConnectionSources.open(settings.build()).close());

      assertThat(SqlErrors.informative(thrown).getErrorCode()).isEqualTo(code);
      assertThat(thrown.kind()).isEqualTo(expected);
      StringWriter trace = new StringWriter();
      thrown.printStackTrace(new PrintWriter(trace));
      assertThat(trace + log.everything()).doesNotContain(SECRET);
      assertThat(log.linesOf("oracle")).isEmpty();
    }
    assertThat(listener.requests())
        .isNotEmpty()
        .allSatisfy(
            request -> {
              assertThat(request.value("SERVER")).hasValue("pooled");
              assertThat(request.value("PROGRAM")).hasValue("coats-tier");
            });
  }

  @Test
  void open_noPooledServer_isOneLineForTheUser() {
    String url = listener.url("/sales:pooled");

    assertThat(refusalOf(url))
        .contains("no pooled server of service sales at", "start that type", url)
        .doesNotContain("\n", SECRET);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dedicated", "shared", "pooled"})
  void withServerType_everyFormOfUrl_requestsThatType(String type) {
    String descriptor =
        "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=%d))"
            .formatted(listener.port());
    List<String> urls =
        List.of(
            listener.url("/sales"),
            listener.url("/sales:other"),
            listener.url(":XE"),
            descriptor + "(CONNECT_DATA=(SERVICE_NAME=sales)))",
            descriptor + "(CONNECT_DATA=(SERVER=other)(SERVICE_NAME=sales)))");

    urls.forEach(url -> refusalOf(OracleAddress.of(url).orElseThrow().withServerType(type)));

    assertThat(listener.requests()).hasSize(urls.size());
    assertThat(listener.requests()).allSatisfy(r -> assertThat(r.value("SERVER")).hasValue(type));
  }

  private static String refusalOf(String url) {
    return catchThrowableOfType(
            EnvironmentException.class, () -> UrlDatabase.open(url, "scott", Password.of(SECRET)))
        .getMessage();
  }
}
