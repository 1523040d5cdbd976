package cloakroom.database.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import cloakroom.database.Await;
import cloakroom.database.EnvironmentException;
import cloakroom.database.TestDatabase;
import cloakroom.database.Urls;
import cloakroom.database.postgres.EmbeddedPostgres;
import cloakroom.platform.Password;
import cloakroom.standin.TnsListener;
import cloakroom.standin.TnsListener.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UrlDatabaseIT {
  private static final Password WRONG = Password.of("open-sesame");

  private static void assertRejected(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOf(EnvironmentException.class)
        .message()
        .contains(parts)
        .doesNotContain("open-sesame")
        .doesNotContain("\n");
  }

  @Test
  void open_runningDatabase_connects() throws SQLException {
    EmbeddedPostgres server = TestDatabase.server();
    try (UrlDatabase database = UrlDatabase.open(server.url(), server.user(), server.password());
        Connection connection = database.connect()) {
      assertThat(connection.getMetaData().getUserName()).isEqualTo("cloakroom");
    }
    server.connect().close(); // close() does not stop it
  }

  @Test
  void open_wrongPasswordOrDatabase_namesIt() {
    EmbeddedPostgres server = TestDatabase.server();
    assertRejected(
        () -> UrlDatabase.open(server.url(), "cloakroom", WRONG),
        server.url(),
        "refuses user cloakroom",
        "CLOAKROOM_DB_PASSWORD");
    assertRejected(
        () -> UrlDatabase.open(server.url(), "cloakroom", Password.of("")),
        "refuses user cloakroom");
    String url = server.url() + "x";
    assertRejected(
        () -> UrlDatabase.open(url, server.user(), server.password()), "no such database: " + url);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:postgresql://127.0.0.1:%d/x", "jdbc:oracle:thin:@//127.0.0.1:%d/x"})
  void open_closedPort_reportsIt(String pattern) throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String url = pattern.formatted(port);
    assertRejected(
        () -> UrlDatabase.open(url, "cloakroom", WRONG),
        "the database " + url + " cannot be reached",
        "check host and port");
  }

  /** After 10 s; without a time limit the driver waits for ever. */
  @Test
  @Tag("full")
  void open_silentOracle_timesOut() {
    try (TnsListener listener = new TnsListener(Reply.silence())) {
      String url = listener.url("/sales");
      EnvironmentException thrown =
          assertTimeoutPreemptively(
              Await.LIMIT,
              () ->
                  catchThrowableOfType(
                      EnvironmentException.class, () -> UrlDatabase.open(url, "scott", WRONG)));
      assertThat(thrown)
          .hasMessageContainingAll("the database " + url + " cannot be reached", "18714");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"jdbc:mysql://h/x", "postgresql://h/x", "nonsense", "jdbc:postgresql:/x y:z"})
  void open_unknownScheme_namesTheKnownOnes(String url) {
    assertRejected(
        () -> UrlDatabase.open(url, "cloakroom", WRONG),
        "no driver understands the URL " + url,
        "jdbc:postgresql://HOST:PORT/DATABASE",
        "jdbc:oracle:thin:@//HOST:PORT/SERVICE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://h:1/x?user=a&password=open-sesame",
        "jdbc:postgresql://h:1/x?ssl=true&PASSWORD=open-sesame",
        "jdbc:postgresql://a:open-sesame@h:1/x",
        "jdbc:oracle:thin:scott/open-sesame@//h:1/x",
        "jdbc:oracle:thin:scott/open-sesame@h:1:x",
      })
  void open_urlWithPassword_isRejectedWithoutShowingIt(String url) {
    assertRejected(() -> UrlDatabase.open(url, "a", WRONG), "user or password in it", "h:1");
  }

  @Test
  void hasCredentials_urlsWithout_isFalse() {
    assertThat(
            Stream.of(
                "jdbc:postgresql://h:1/x?currentSchema=s",
                "jdbc:oracle:thin:@//h:1/x",
                "jdbc:oracle:thin:@h:1:x",
                "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h)))"))
        .noneMatch(Urls::hasCredentials);
  }
}
