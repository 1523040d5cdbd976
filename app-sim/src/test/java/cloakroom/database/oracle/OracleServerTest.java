package cloakroom.database.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Password;
import cloakroom.database.StartedDatabase;
import cloakroom.oracle.OracleScriptCheck;
import cloakroom.oracle.OracleScripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything about the Oracle in a container but the container. */
@Timeout(60)
final class OracleServerTest {
  private static final OracleScriptCheck CHECK = OracleScripts.check();
  private static final String SECRET = "marker-7391-secret";

  private final CompletableFuture<Void> unwanted = new CompletableFuture<>();
  private final List<String> progress = new ArrayList<>();

  private OracleStart start(Map<OracleSetting, String> options) {
    return new OracleStart(
        OracleSettings.of(options, name -> null, name -> null, 0),
        Optional.of(Password.of(SECRET)),
        unwanted,
        progress::add);
  }

  private OracleStart start() {
    return start(Map.of());
  }

  private static EnvironmentException failure(FakeOracle oracle, OracleStart start) {
    EnvironmentException failure =
        catchThrowableOfType(EnvironmentException.class, () -> oracle.start(start));
    assertThat(failure.getMessage()).doesNotContain(SECRET, "\n");
    oracle
        .administratorsPassword()
        .ifPresent(password -> assertThat(failure.getMessage()).doesNotContain(password));
    return failure;
  }

  @Test
  void start_makesTheUserAndLeavesTheAdministratorsPasswordBehind() throws Exception {
    FakeOracle oracle = FakeOracle.ready();
    try (StartedDatabase server = oracle.start(start())) {
      assertThat(server.url()).isEqualTo("jdbc:oracle:thin:@//127.0.0.1:32768/freepdb1");
      assertThat(server.user()).isEqualTo("cloakroom");
      assertThat(server.password().reveal()).isEqualTo(SECRET);
      server.connect().close();
      assertThat(oracle.logons())
          .containsExactly(
              "sys SYSDBA jdbc:oracle:thin:@//127.0.0.1:32768/freepdb1",
              "cloakroom USER jdbc:oracle:thin:@//127.0.0.1:32768/freepdb1");
      assertThat(oracle.isClosed()).isFalse();
    }
    assertThat(oracle.isClosed()).isTrue();
    assertThat(oracle.order().environment().toString()).doesNotContain(SECRET);
    assertThat(oracle.order().toString()).doesNotContain(oracle.administratorsPassword().get());
    assertThat(progress).hasSize(1).first().asString().contains(OracleImage.DEFAULT.name());
  }

  @Test
  void provision_isOfOraclesWordsAndNamesOnly() {
    FakeOracle oracle = FakeOracle.ready();
    oracle.start(start()).close();

    assertThat(oracle.statements())
        .contains("create user cloakroom identified by \"" + SECRET + "\" quota unlimited on users")
        .contains("grant cloakroom_monitor to cloakroom", "alter session set container = CDB$ROOT")
        .anyMatch(text -> text.contains("dbms_connection_pool.start_pool"))
        .anyMatch(text -> text.contains("shared_servers = 10"));
    assertThat(oracle.statements())
        .filteredOn(text -> !text.startsWith("create user"))
        .allSatisfy(text -> assertThat(CHECK.statement(text)).isEmpty());
  }

  @Test
  void whatCannotBeHad_isNotedAndTheRestIsThere() {
    FakeOracle oracle = FakeOracle.ready().refusing("dbms_connection_pool").refusing("v_$session");
    oracle.start(start()).close();

    assertThat(progress.subList(1, progress.size()))
        .satisfiesExactly(
            line ->
                assertThat(line).startsWith("without the server's metrics: sql/oracle/admin/04"),
            line ->
                assertThat(line).startsWith("without connects of type pooled: sql/oracle/admin"));
    assertThat(oracle.statements()).anyMatch(text -> text.contains("shared_servers = 10"));
  }

  @Test
  void userThatCannotBeMade_endsTheStartWithoutThePassword() {
    FakeOracle oracle = FakeOracle.ready().refusing("create user");

    assertThat(failure(oracle, start()))
        .hasMessageStartingWith(
            "Oracle in " + OracleImage.DEFAULT + " refuses: ORA-00900: invalid SQL")
        .hasMessageContaining("\"(hidden)\"");
    assertThat(oracle.isClosed()).isTrue();
  }

  @Test
  void containerThatEnds_isToldAtOnceWithItsLastLines() {
    String log =
        "one\ntwo\n\nOracle password: "
            + SECRET
            + "\nSHM is too small\n"
            + "container exits with 1";
    FakeOracle oracle = FakeOracle.saying(log);

    assertThat(failure(oracle, start(Map.of(OracleSetting.START_TIMEOUT, "60m"))))
        .hasMessage(
            "the container of "
                + OracleImage.DEFAULT
                + " ended while Oracle started in it; its last lines: Oracle password: (hidden) |"
                + " SHM is too small | container exits with 1");
    assertThat(oracle.isClosed()).isTrue();
  }

  @Test
  void startThatTakesTooLong_namesTheSetting() {
    FakeOracle oracle = FakeOracle.saying("still unpacking");

    assertThat(failure(oracle, start(Map.of(OracleSetting.START_TIMEOUT, "1s"))))
        .hasMessage(
            "Oracle in "
                + OracleImage.DEFAULT
                + " was not ready after 1 s: allow more with --start-timeout (or"
                + " CLOAKROOM_ORACLE_START_TIMEOUT, or -Dcloakroom.oracle.start-timeout); its last"
                + " lines: still unpacking");
    assertThat(oracle.isClosed()).isTrue();
  }

  @Test
  void startThatNobodyWantsAnyMore_endsAndRemovesTheContainer() throws Exception {
    FakeOracle oracle = FakeOracle.saying("still unpacking");
    CompletableFuture<EnvironmentException> failed =
        CompletableFuture.supplyAsync(() -> failure(oracle, start()));
    oracle.awaitStart();

    unwanted.complete(null);

    assertThat(failed.get()).hasMessage("the start of Oracle was given up");
    assertThat(oracle.isClosed()).isTrue();
  }

  @Test
  void imageThatCannotBeHad_isToldAsItIs() {
    FakeOracle oracle =
        FakeOracle.saying("").failingToStart(new EnvironmentException("cannot get the image x"));

    assertThat(failure(oracle, start())).hasMessage("cannot get the image x");
    assertThat(oracle.isClosed()).isTrue();
  }

  @Test
  void containerThatEndsBeforeItIsSeen_isToldWithItsLastLines() {
    FakeOracle oracle =
        FakeOracle.saying("no memory, " + SECRET)
            .failingToStart(new EnvironmentException("cannot start a container of x"));

    assertThat(failure(oracle, start()))
        .hasMessage("cannot start a container of x; its last lines: no memory, (hidden)");
  }

  @Test
  void noDocker_isToldBeforeAnythingIsOrdered() {
    FakeOracle oracle = FakeOracle.ready().unreachable("no Docker");

    assertThat(failure(oracle, start())).hasMessage("no Docker");
    assertThat(oracle.order()).isNull();
  }

  @Test
  void listenerThatLearnsLate_isAskedAgain() {
    FakeOracle oracle = FakeOracle.ready().withLateListener(2);
    oracle.start(start()).close();

    assertThat(oracle.logons()).hasSize(1);
  }

  @Test
  void reusedContainer_isFoundByAnybodyWithThePassword_andStays() {
    FakeOracle first = FakeOracle.ready();
    FakeOracle second = FakeOracle.ready().usedBefore();
    OracleStart start = start(Map.of(OracleSetting.REUSE, "true"));
    first.start(start).close();
    second.start(start).close();

    assertThat(second.order()).isEqualTo(first.order());
    assertThat(second.order().reuse()).isTrue();
    assertThat(second.statements())
        .contains("select u.username from all_users u where u.username = ?")
        .noneMatch(text -> text.startsWith("create user"));
    FakeOracle other = FakeOracle.ready();
    other.start(start()).close();
    assertThat(other.order()).as("otherwise SYS's is random").isNotEqualTo(first.order());
  }

  @Test
  void reusedContainer_whoseFirstStartEndedHalfway_isRepaired() {
    OracleStart start = start(Map.of(OracleSetting.REUSE, "true"));
    failure(FakeOracle.ready().refusing("grant create session"), start);
    FakeOracle again = FakeOracle.ready().usedBefore();
    again.start(start).close();

    assertThat(again.statements())
        .contains("grant cloakroom_monitor to cloakroom")
        .anyMatch(text -> text.startsWith("grant create session"))
        .anyMatch(text -> text.contains("dbms_connection_pool.start_pool"))
        .anyMatch(text -> text.contains("shared_servers = 10"));
  }

  @Test
  void reusedContainer_whoseStartFails_isNamedWithTheWayToRemoveIt() {
    OracleStart start = start(Map.of(OracleSetting.REUSE, "true"));
    assertThat(failure(FakeOracle.saying("exit 1"), start))
        .hasMessageEndingWith(
            "its container stays for the next --reuse: docker rm -f 0123456789ab removes it");
    assertThat(failure(FakeOracle.saying("exit 1"), start())).hasMessageNotContaining("docker rm");
    FakeOracle none =
        FakeOracle.saying("").failingToStart(new EnvironmentException("cannot get the image x"));
    assertThat(failure(none, start)).hasMessage("cannot get the image x");
  }

  @ParameterizedTest
  @ValueSource(ints = {1017, 28000})
  void logonThatNeverWorks_isTriedOnce(int code) {
    FakeOracle oracle = FakeOracle.ready().refusingLogons(code);

    assertThat(failure(oracle, start())).hasMessageContaining("ORA-%05d".formatted(code));
    assertThat(oracle.attempts()).isEqualTo(1);
  }

  @Test
  void interrupt_endsTheWaitForTheListener() {
    FakeOracle oracle = FakeOracle.ready().refusingLogons(12514);
    Thread.currentThread().interrupt();
    try {
      assertThat(failure(oracle, start())).hasMessageContaining("ORA-12514");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(oracle.attempts()).isEqualTo(1);
  }

  @Test
  void reuse_needsAPasswordThatLasts_andTestcontainersLeave() {
    OracleSettings reuse =
        OracleSettings.of(Map.of(OracleSetting.REUSE, "true"), name -> null, name -> null, 0);
    assertThatThrownBy(() -> new OracleStart(reuse, Optional.empty(), unwanted, progress::add))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith("--reuse needs CLOAKROOM_DB_PASSWORD");
    FakeOracle oracle = FakeOracle.ready().notReusable("set testcontainers.reuse.enable");
    assertThat(failure(oracle, start(Map.of(OracleSetting.REUSE, "true"))))
        .hasMessage("set testcontainers.reuse.enable");
  }

  @Test
  void passwordThatOracleCannotTake_isRefusedUnseen() {
    assertThatThrownBy(
            () ->
                new OracleStart(
                    start().settings(), Optional.of(Password.of("a\"b")), unwanted, progress::add))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("double quote")
        .hasMessageNotContaining("a\"b");
  }

  @Test
  void passwordThatIsTooLongForXe_isRefusedAtOnce() {
    Map<OracleSetting, String> xe = Map.of(OracleSetting.IMAGE, "gvenzl/oracle-xe:21-slim");
    OracleSettings settings = start().settings();
    OracleSettings old = OracleSettings.of(xe, name -> null, name -> null, 0);
    Optional<Password> most = Optional.of(Password.of("\u00e9".repeat(15)));
    Optional<Password> tooLong = Optional.of(Password.of("\u00e9".repeat(15) + "x"));

    new OracleStart(old, most, unwanted, progress::add);
    new OracleStart(settings, tooLong, unwanted, progress::add);
    assertThatThrownBy(() -> new OracleStart(old, tooLong, unwanted, progress::add))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageStartingWith(
            "CLOAKROOM_DB_PASSWORD has 31 bytes, and Oracle XE takes 30 at most: set a shorter")
        .hasMessageContaining("--image");
  }

  @Test
  void randomPassword_liesInAFileThatGoesWithTheServer() throws Exception {
    OracleStart random =
        new OracleStart(start().settings(), Optional.empty(), unwanted, progress::add);
    StartedDatabase server = FakeOracle.ready().start(random);
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
  void unexpectedEnd_isToldWithTheLastLine_andAnAskedOneIsNot() throws Exception {
    FakeOracle oracle = FakeOracle.ready();
    try (StartedDatabase server = oracle.start(start())) {
      CompletableFuture<String> unasked = server.onUnexpectedEnd();
      oracle.die("ORA-00603: killed, password " + SECRET);
      assertThat(unasked.get()).endsWith("| ORA-00603: killed, password (hidden)");
    }
    FakeOracle other = FakeOracle.ready();
    StartedDatabase server = other.start(start());
    CompletableFuture<String> asked = server.onUnexpectedEnd();
    server.close();
    other.die("bye");
    assertThat(asked).isNotDone();
  }
}
