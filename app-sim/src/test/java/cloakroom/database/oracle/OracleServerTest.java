package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import cloakroom.database.EnvironmentException;
import cloakroom.database.StartedDatabase;
import cloakroom.oracle.OracleSyntax;
import cloakroom.platform.Variables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import oracle.jdbc.OracleConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("full")
final class OracleServerTest {
  private static final String SECRET = "marker-7391-secret";
  private static final Map<String, String> REUSE = Map.of(Variables.ORACLE_REUSE, "true");
  private static final String IMAGE = OracleSettings.DEFAULT_IMAGE;
  private final CompletableFuture<Void> unwanted = new CompletableFuture<>();
  private final List<String> progress = new ArrayList<>();

  private static OracleSettings settings(Map<String, String> options, String password) {
    Map<String, String> environment = new HashMap<>(options);
    environment.put(Variables.PASSWORD, password);
    return OracleSettings.of(environment::get, 0);
  }

  private StartedDatabase start(FakeOracle oracle, Map<String, String> options) {
    return oracle.start(settings(options, SECRET), unwanted, progress::add);
  }

  private StartedDatabase start(FakeOracle oracle) {
    return start(oracle, Map.of());
  }

  private EnvironmentException failure(FakeOracle oracle, Map<String, String> options) {
    EnvironmentException failure =
        catchThrowableOfType(EnvironmentException.class, () -> start(oracle, options));
    assertThat(failure.getMessage()).doesNotContain(SECRET, oracle.administratorsPassword(), "\n");
    return failure;
  }

  @Test
  void start_createsTheUserWithASeparatePassword() throws Exception {
    assertThat(OracleServer.AS_SYSDBA)
        .containsOnlyKeys(OracleConnection.CONNECTION_PROPERTY_INTERNAL_LOGON);
    FakeOracle oracle = FakeOracle.ready();
    try (StartedDatabase server = start(oracle)) {
      assertThat(server.url()).isEqualTo("jdbc:oracle:thin:@//127.0.0.1:32768/freepdb1");
      assertThat(server.user()).isEqualTo("cloakroom");
      assertThat(server.password().reveal()).isEqualTo(SECRET);
      server.connect().close();
      assertThat(oracle.logons())
          .containsExactly("sys [sysdba] " + server.url(), "cloakroom [] " + server.url());
      assertThat(oracle.isClosed()).isFalse();
    }
    assertThat(oracle.isClosed()).isTrue();
    assertThat(oracle.administratorsPassword()).isNotEqualTo(SECRET);
    assertThat(progress).hasSize(1).first().asString().contains(IMAGE);
  }

  @Test
  void provision_statementsAreValidOracleSql() {
    FakeOracle oracle = FakeOracle.ready();
    start(oracle).close();

    assertThat(oracle.statements())
        .contains("create user cloakroom identified by \"" + SECRET + "\" quota unlimited on users")
        .contains("grant cloakroom_monitor to cloakroom", "alter session set container = CDB$ROOT")
        .anyMatch(text -> text.contains("dbms_connection_pool.start_pool"))
        .anyMatch(text -> text.contains("shared_servers = 10"));
    assertThat(oracle.statements())
        .filteredOn(text -> !text.startsWith("create user"))
        .allSatisfy(text -> assertThat(OracleSyntax.errors(text)).isEmpty());
  }

  @Test
  void provision_failedPart_isReportedAndOthersAreCreated() {
    FakeOracle oracle =
        FakeOracle.ready().failing("dbms_connection_pool", 900).failing("v_$session", 900);
    start(oracle).close();

    assertThat(String.join("\n", progress))
        .contains(
            "\nwithout the server's metrics: sql/oracle/admin/04",
            "\nwithout connects of type pooled: sql/oracle/admin");
    assertThat(progress).hasSize(3);
    assertThat(oracle.statements()).anyMatch(text -> text.contains("shared_servers = 10"));
  }

  private static FakeOracle notStarting(String log, String why) {
    return FakeOracle.writing(log).failingToStart(new IllegalStateException(why));
  }

  static Stream<Arguments> failures() {
    String ended = "the container of %s ended while Oracle started in it; its last lines: ";
    String noStart = "cannot start a container of %s (WHY); choose another image with ";
    return Stream.of(
        arguments(
            FakeOracle.writing(
                "one\ntwo\n\nOracle password: %s\nSHM is too small\ncontainer exits with 1"
                    .formatted(SECRET)),
            Map.of(OracleSettings.START_TIMEOUT, "60m"),
            ended + "Oracle password: (hidden) | SHM is too small | container exits with 1"),
        arguments(
            FakeOracle.writing("still unpacking"),
            Map.of(OracleSettings.START_TIMEOUT, "1s"),
            "Oracle in %s was not ready after 1 s: allow more with CLOAKROOM_ORACLE_START_TIMEOUT;"
                + " its last lines: still unpacking"),
        arguments(
            notStarting("", "no such image"),
            REUSE,
            noStart.replace("WHY", "no such image") + OracleSettings.IMAGE),
        arguments(
            notStarting("no memory, " + SECRET, "exit 1"),
            Map.of(),
            noStart.replace("WHY", "exit 1")
                + OracleSettings.IMAGE
                + "; its last lines: no memory, (hidden)"),
        arguments(
            FakeOracle.ready().failing("create user", 900),
            Map.of(),
            "Oracle in %s rejects: ORA-00900: create user cloakroom identified by \"(hidden)\""
                + " quota unlimited on users; its last lines: CONTAINER: starting up... | DATABASE"
                + " IS READY TO USE!"),
        arguments(
            FakeOracle.writing("exit 1"),
            REUSE,
            ended
                + "exit 1; its container stays for the next command with CLOAKROOM_ORACLE_REUSE:"
                + " docker rm -f 0123456789ab removes it"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void start_failure_hidesPasswordsAndRemovesTheContainer(
      FakeOracle oracle, Map<String, String> options, String message) {
    assertThat(failure(oracle, options)).hasMessage(message.replace("%s", IMAGE));
    assertThat(oracle.isClosed()).isNotEqualTo(options.equals(REUSE));
  }

  @Test
  void start_cancelled_removesTheContainer() throws Exception {
    FakeOracle oracle = FakeOracle.writing("still unpacking");
    CompletableFuture<EnvironmentException> failed =
        CompletableFuture.supplyAsync(() -> failure(oracle, Map.of()));
    oracle.awaitStart();

    unwanted.complete(null);

    assertThat(failed.get()).hasMessageStartingWith("the start of Oracle was cancelled");
    assertThat(oracle.isClosed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1017, 28000})
  void start_logonRejected_isNotRetried(int code) {
    FakeOracle oracle = FakeOracle.ready().failingLogons(2, code);

    assertThat(failure(oracle, Map.of())).hasMessageContaining("ORA-%05d".formatted(code));
    assertThat(oracle.logons()).hasSize(1);
  }

  @Test
  void start_serviceUnknown_isRetriedUnlessInterrupted() {
    FakeOracle late = FakeOracle.ready().failingLogons(2, 12514);
    start(late).close();
    assertThat(late.logons()).hasSize(3);

    FakeOracle oracle = FakeOracle.ready().failingLogons(2, 12514);
    Thread.currentThread().interrupt();
    try {
      assertThat(failure(oracle, Map.of())).hasMessageContaining("ORA-12514");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(oracle.logons()).hasSize(1);
  }

  @Test
  void start_reusedContainer_createsMissingParts() {
    FakeOracle first = FakeOracle.ready().failing("grant create session", 900);
    FakeOracle second = FakeOracle.ready().failing("create user", 1920);
    failure(first, REUSE);
    start(second, REUSE).close();

    assertThat(second.settings().reuse()).isTrue();
    assertThat(second.administratorsPassword()).isEqualTo(first.administratorsPassword());
    assertThat(second.statements())
        .noneMatch(text -> text.startsWith("create user"))
        .contains("grant cloakroom_monitor to cloakroom")
        .anyMatch(text -> text.startsWith("grant create session"))
        .anyMatch(text -> text.contains("dbms_connection_pool.start_pool"))
        .anyMatch(text -> text.contains("shared_servers = 10"));
    FakeOracle other = FakeOracle.ready();
    start(other).close();
    assertThat(other.administratorsPassword())
        .as("without reuse the password of SYS is random")
        .isNotEqualTo(first.administratorsPassword());
  }

  private void assertRejected(Map<String, String> options, String password, String... words) {
    assertThatThrownBy(() -> settings(options, password))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContainingAll(words)
        .hasMessageNotContaining(String.valueOf(password));
  }

  @Test
  void settings_unusablePassword_isRejectedWithoutShowingIt() {
    Map<String, String> xe = Map.of(OracleSettings.IMAGE, "gvenzl/oracle-xe:21-slim");
    String longest = "\u00e9".repeat(15);

    assertRejected(REUSE, null, "CLOAKROOM_ORACLE_REUSE needs CLOAKROOM_DB_PASSWORD");
    assertRejected(Map.of(), "a\"b", "double quote");
    settings(xe, longest);
    settings(Map.of(), longest + "x");
    assertRejected(
        xe,
        longest + "x",
        "CLOAKROOM_DB_PASSWORD has 31 bytes, and Oracle XE permits at most 30: set a shorter",
        "CLOAKROOM_ORACLE_IMAGE");
  }

  @Test
  void randomPassword_isInAFileUntilClose() throws Exception {
    StartedDatabase server =
        FakeOracle.ready().start(settings(Map.of(), null), unwanted, progress::add);
    Path file = Path.of(server.facts().get("passwordFile").toString());

    assertThat(file).hasContent(server.password().reveal());
    assertThat(server.facts().values().toString()).doesNotContain(server.password().reveal());
    assertThat(server.client().getValue())
        .startsWith("sqlplus cloakroom@//127.0.0.1:32768/freepdb1 ")
        .contains(file.toString());
    server.close();
    assertThat(Files.exists(file.getParent())).isFalse();
  }

  @Test
  void onUnexpectedEnd_reportsTheLastLine_butNotAClose() throws Exception {
    FakeOracle oracle = FakeOracle.ready();
    try (StartedDatabase server = start(oracle)) {
      CompletableFuture<String> unexpected = server.onUnexpectedEnd();
      oracle.die("ORA-00603: killed, password " + SECRET);
      assertThat(unexpected.get())
          .startsWith("its container ended; ")
          .endsWith("| ORA-00603: killed, password (hidden)");
    }
    FakeOracle other = FakeOracle.ready();
    StartedDatabase server = start(other);
    CompletableFuture<String> closed = server.onUnexpectedEnd();
    server.close();
    other.die("bye");
    assertThat(closed).isNotDone();
  }
}
