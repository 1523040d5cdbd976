package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Nodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What command lines make of a run, or why they are refused. */
class SettingsCheckTest {
  private static final List<String> OFFERED = List.of("sticky", "release-in-memory", "noop");
  private static final Map<String, String> ENVIRONMENT = Map.of("CLOAKROOM_DB_PASSWORD", "geheim");

  @TempDir private Path folder;
  private StressJar installation;
  private boolean asked;

  /** What the person at the terminal types when asked; null without a terminal. */
  private String typed;

  private final List<Variant> askedFor = new ArrayList<>();
  private MachineLimits limits =
      new MachineLimits(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 1L << 40);

  @BeforeEach
  void lay() throws Exception {
    Path target = Files.createDirectories(folder.resolve("stress-jmeter/target"));
    installation = new StressJar(target);
    Files.createDirectories(installation.appSim().getParent());
    Files.createFile(installation.appSim());
    Files.createDirectories(installation.plans());
    Files.createFile(installation.plans().resolve("adf-session.jmx"));
    Files.createFile(installation.plans().resolve("state-kinds.jmx"));
    Files.createFile(installation.plans().resolve("upload.jmx"));
  }

  private RunSettings check(String commandLine) {
    return check(ENVIRONMENT, commandLine);
  }

  private RunSettings check(Map<String, String> environment, String commandLine) {
    RunOptions options = new RunOptions();
    new CommandLine(new Mixing(options))
        .parseArgs(commandLine.isEmpty() ? new String[0] : commandLine.split(" ", -1));
    return check(environment, options);
  }

  private RunSettings check(Map<String, String> environment, RunOptions options) {
    DatabasePasswords passwords =
        new DatabasePasswords(environment::get, user -> Optional.ofNullable(typed));
    return new SettingsCheck(installation, passwords, new Tier(), limits).check(options);
  }

  /** Offers three policies and refuses a recycle threshold of 0. */
  private final class Tier implements SettingsCheck.Tier {
    @Override
    public List<String> policies(Path appSim) {
      asked = true;
      return OFFERED;
    }

    @Override
    public Optional<String> refusal(Path appSim, Variant variant) {
      askedFor.add(variant);
      return "0".equals(variant.set().get("jbo.recyclethreshold"))
          ? Optional.of("jbo.recyclethreshold=0: too small")
          : Optional.empty();
    }
  }

  private void assertRefused(String line, String commandLine) {
    assertRefused(line, ENVIRONMENT, commandLine);
  }

  private void assertRefused(String line, Map<String, String> environment, String commandLine) {
    assertThatThrownBy(() -> check(environment, commandLine))
        .isInstanceOf(StressFailure.class)
        .hasMessage(line);
  }

  @CommandLine.Command(name = "run")
  private static final class Mixing {
    @CommandLine.Mixin private final RunOptions options;

    Mixing(RunOptions options) {
      this.options = options;
    }

    @Override
    public String toString() {
      return options.plan;
    }
  }

  /**
   * The main job compressed in time, and the plan of probes; a hundred users arrive in a second,
   * and no more warm up than the load has.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                          | 80 | 100 | PT0.3S  | PT10S   | 40x10 | OptionalInt.empty
          --users 4                   | 4  | 100 | PT0.3S  | PT10S   | 4x10  | OptionalInt.empty
          --users 4 --warm-up 9x1     | 4  | 100 | PT0.3S  | PT10S   | 9x1   | OptionalInt.empty
          --users 1000                | 1000 | 100 | PT0.3S  | PT10S | 40x10 | OptionalInt.empty
          --users 1001                | 1001 | 100 | PT0.3S  | PT11S | 40x10 | OptionalInt.empty
          --users 10000               | 10000 | 100 | PT0.3S | PT1M40S | 40x10 | OptionalInt.empty
          --ramp 3s --users 10000     | 10000 | 100 | PT0.3S | PT3S  | 40x10 | OptionalInt.empty
          --plan state-kinds          | 80 | 3   | PT0.02S | PT2S    | 0     | OptionalInt.empty
          --plan state-kinds --mix 9  | 80 | 3   | PT0.02S | PT2S    | 0     | OptionalInt[9]
          --plan state-kinds --iterations 7 --think 1s --ramp 4s --warm-up 2x1 | 80 | 7 | PT1S | PT4S | 2x1 | OptionalInt.empty
          """)
  void load_isWhatWasAskedForOrThePlansDefault(
      String commandLine,
      int users,
      int iterations,
      String think,
      String ramp,
      String warmUp,
      String mix) {
    assertThat(check(commandLine).load())
        .hasToString(
            "Load[users=%d, iterations=%d, think=%s, ramp=%s, hold=PT0S, warmUp=%s, mix=%s]"
                .formatted(users, iterations, think, ramp, warmUp, mix));
  }

  @Test
  void usersThatTheMachineCannotCarry_areRefusedBeforeTheStart() {
    limits =
        new MachineLimits(
            OptionalLong.of(20_000), OptionalLong.of(28_232), OptionalLong.of(32_765), 1L << 40);
    assertThat(check("--users 19300").load().users()).isEqualTo(19_300);
    assertRefused(
        "--users 19301: the load engine needs 1 open file(s) for each, and this process may have"
            + " 20000; at most 19300 users, or raise the limit (ulimit -Hn)",
        "--users 19301");
  }

  @Test
  void settings_areAskedForOnceForEachPolicyAndOnlyIfThereAreAny() {
    check("--policies sticky,noop --hygiene none,full");
    assertThat(askedFor).isEmpty();
    check("--policies sticky,noop --hygiene none,full --vary jbo.a=1,2");
    assertThat(askedFor).hasSize(4);
  }

  @Test
  void defaults_areTheMainJobCompressedInTime() {
    RunSettings settings = check("");

    assertThat(settings.plan().name()).isEqualTo("adf-session");
    assertThat(settings.variants())
        .isEqualTo(
            new Variants(
                List.of("sticky", "release-in-memory"),
                List.of("rollback"),
                Map.of(),
                Varied.NOTHING));
    assertThat(settings.load().transactions()).isEqualTo(16_000);
    assertThat(settings.tier())
        .isEqualTo(
            new RunSettings.TierSetup(
                installation.appSim(),
                List.of(),
                new RunSettings.Pool("ucp", 200, 0),
                Nodes.ONE,
                Map.of(),
                false));
    assertThat(settings.database()).isEqualTo(RunSettings.Database.EMBEDDED);
    assertThat(settings.output())
        .isEqualTo(new RunSettings.Output(installation.runs(), true, false, false));
  }

  @Test
  void all_meansEveryPolicyOfTheTier() {
    assertThat(check("--policies all").variants().policies()).isEqualTo(OFFERED);
  }

  @ParameterizedTest
  @CsvSource({
    "--users 1000, 450",
    "--pool-size 7, 7",
    "--nodes 3, 150",
    "--nodes 3 --users 20, 80",
    "--nodes 3 --pool-size 151 --url jdbc:postgresql://h/d, 151"
  })
  void pool_hasRoomForTheUsersAndNoMoreThanTheDatabase(String commandLine, int size) {
    assertThat(check(commandLine).tier().pool().size()).isEqualTo(size);
  }

  @Test
  void nodes_areOneUnlessAskedFor() {
    assertThat(check("--nodes 3").tier().nodes()).isEqualTo(new Nodes(3, true, Optional.empty()));
    assertThat(check("--nodes 2 --no-affinity --kill-node 10s").tier().nodes())
        .isEqualTo(new Nodes(2, false, Optional.of(Duration.ofSeconds(10))));
  }

  @Test
  void overridesAndJavaOptions_areKept() {
    RunOptions options = new RunOptions();
    new CommandLine(new Mixing(options)).parseArgs("--java-options", " -Xmx1g  -ea ");

    assertThat(check(ENVIRONMENT, options).tier().javaOptions()).containsExactly("-Xmx1g", "-ea");
    assertThat(check("--set jbo.a=1 --set cloakroom.ampool.maxwait=x=y").variants().set())
        .isEqualTo(Map.of("jbo.a", "1", "cloakroom.ampool.maxwait", "x=y"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --hygiene none,full --vary jbo.recyclethreshold=1,2 | sticky/none/recyclethreshold=1,sticky/none/recyclethreshold=2,sticky/full/recyclethreshold=1,sticky/full/recyclethreshold=2
          --plan state-kinds                                  | sticky/none,sticky/full
          --plan state-kinds --hygiene rollback               | sticky
          """)
  void hygieneAndVariedValues_multiplyThePolicies(String commandLine, String names) {
    assertThat(check("--policies sticky " + commandLine).variants().all())
        .extracting(Variant::name)
        .containsExactly(names.split(",", -1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--store file --codec xml",
        "--validation idle --internal-pool-size 3",
        "--fetch-size 50 --read-timeout 90s --drcp-purity new",
        "--statement-cache 0 --login-timeout 5s --drcp-class ME"
      })
  void optionsOfTheTier_arePassedOnOnlyWhenGiven(String commandLine) {
    List<String> passed = new ArrayList<>();
    check(commandLine).tier().options().forEach((k, v) -> passed.addAll(List.of("--" + k, v)));

    assertThat(String.join(" ", passed)).isEqualTo(commandLine);
  }

  @Test
  void existingDatabase_isTakenWithoutCredentials() {
    RunSettings.Database database = check("--url jdbc:postgresql://h/d --user me").database();

    assertThat(database.url()).isEqualTo("jdbc:postgresql://h/d");
    assertThat(database.user()).isEqualTo("me");
    assertThat(database.password().reveal()).isEqualTo("geheim");
    assertThat(database.kind()).isEqualTo("url");
    assertThat(database.install()).isFalse();
    assertThat(database.ours()).isFalse();
    assertThat(database.toString()).doesNotContain("geheim");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:oracle:thin:@//h:1521/s",
        "jdbc:oracle:thin:@h:1521/s:pooled",
        "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=s)))"
      })
  void oracle_isADatabaseThatExists(String url) {
    assertThat(check("--install-schema --url " + url).database())
        .extracting(RunSettings.Database::url, RunSettings.Database::install)
        .containsExactly(url, true);
  }

  @Test
  void oracle_canBeStarted() {
    RunSettings.Database oracle = check(Map.of(), "--db oracle").database();

    assertThat(oracle.isOracleInContainer()).isTrue();
    assertThat(oracle.ours()).isTrue();
    assertThat(oracle.password().reveal()).isNotEmpty().hasSizeLessThanOrEqualTo(30);
    assertThat(check("--db embedded").database().isOracleInContainer()).isFalse();
  }

  @Test
  void oracle_getsTheGivenPasswordSoThatAKeptOneIsFoundAgain() {
    assertThat(check("--db oracle").database().password().reveal()).isEqualTo("geheim");
  }

  @Test
  void oracleThatIsKept_needsAPassword() {
    String rule =
        " needs CLOAKROOM_DB_PASSWORD: with a random password no other run could use the container";
    assertRefused(
        "CLOAKROOM_ORACLE_REUSE=true" + rule,
        Map.of("CLOAKROOM_ORACLE_REUSE", "true"),
        "--db oracle");
    System.setProperty("cloakroom.oracle.reuse", "true");
    try {
      assertRefused("-Dcloakroom.oracle.reuse=true" + rule, Map.of(), "--db oracle");
      assertThat(check("--db oracle").database().password().reveal()).isEqualTo("geheim");
    } finally {
      System.clearProperty("cloakroom.oracle.reuse");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--db=oracle", "--url=jdbc:postgresql://h/d"})
  void passwordWithAControlCharacter_isRefused(String database) {
    assertRefused(
        "CLOAKROOM_DB_PASSWORD holds a control character, such as a line end: set it without",
        Map.of("CLOAKROOM_DB_PASSWORD", "ge\nheim"),
        database);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --users=0|--users 0: must be a whole number from 1 to 100000
          --iterations=-1|--iterations -1: must be a whole number from 1 to 1000000
          --trials=0|--trials 0: must be a whole number from 1 to 1000
          --pool-size=0|--pool-size 0: must be a whole number from 1 to 10000
          --pool-min=201|--pool-min 201: must be a whole number from 0 to 200
          --pool=c3p0|--pool 'c3p0': unknown; choose from hikari, ucp, none
          --nodes=0|--nodes 0: must be a whole number from 1 to 8
          --nodes=9|--nodes 9: must be a whole number from 1 to 8
          --kill-node=10s|--kill-node 10s: needs --nodes 2 or more, so that one is left
          --db=h2|--db 'h2': unknown; choose from embedded, oracle
          --user=me|--user me: goes with --url; a database that the runner starts has its own
          --ramp=1500ms|--ramp 1500ms: must be in whole seconds, such as 10s
          --think=1441m|--think 1441m: must not exceed 24 hours
          --set=timeout=3|--set timeout: names of settings begin with jbo. or cloakroom.
          --hygiene=half|--hygiene 'half': unknown; choose from none, rollback, full
          --hygiene=none,none|--hygiene: 'none' stands there twice; --trials repeats each variant
          --hygiene=none,|--hygiene '': unknown; choose from none, rollback, full
          --store=disk|--store 'disk': unknown; choose from ps-txn, ps-txn-classic, file, memory
          --codec=json|--codec 'json': unknown; choose from xml, binary, zstd
          --validation=never|--validation 'never': unknown; choose from always, idle
          --internal-pool-size=0|--internal-pool-size 0: must be a whole number from 1 to 10000
          --fetch-size=-1|--fetch-size -1: must be a whole number from 0 to 1000000
          --drcp-purity=pure|--drcp-purity 'pure': unknown; choose from self, new
          --vary=users=1,2|--vary users: names of settings begin with jbo. or cloakroom.
          --vary=jbo.x|--vary 'jbo.x': needs two values or more, such as jbo.x=10,20,40
          --vary=jbo.x=1|--vary 'jbo.x=1': needs two values or more, such as jbo.x=10,20,40
          --vary=jbo.x=1,|--vary 'jbo.x=1,': needs two values or more, such as jbo.x=10,20,40
          --vary=jbo.x=1,1|--vary: '1' stands there twice; --trials repeats each variant
          --policies=stiky|--policies: unknown policy 'stiky'; choose from sticky, release-in-memory, noop, or all
          --policies=noop,noop|--policies: 'noop' stands there twice; --trials repeats each policy
          --policies=noop,|--policies 'noop,': names a policy that is empty; write names with commas, or all
          --policies=|--policies '': names a policy that is empty; write names with commas, or all
          --plan=soak|--plan soak: no such plan; choose a .jmx file or adf-session, state-kinds, upload
          --plan=no/such.jmx|--plan no/such.jmx: there is no such file
          --url=jdbc:h2:mem:x|--url jdbc:h2:mem:x: must be like jdbc:postgresql://HOST:PORT/DATABASE or jdbc:oracle:thin:@//HOST:PORT/SERVICE
          --mix=9|--mix 9: plan adf-session has no probes; it goes with state-kinds
          --plan=upload --mix=1001|--mix 1001: must be a whole number from 0 to 1000
          --vary=jbo.recyclethreshold=10,0|policy sticky with --vary jbo.recyclethreshold=0: jbo.recyclethreshold=0: too small
          --policies=noop --set=jbo.recyclethreshold=0|policy noop with --set: jbo.recyclethreshold=0: too small
          --nodes=3 --pool-size=151|--pool-size 151: 453 connections for 3 nodes, but the embedded database has 450 for all; at most 150 for each
          --no-affinity|--no-affinity: needs --nodes 2 or more
          --nodes=2 --kill-node=0ms|--kill-node 0ms: must be longer than 0ms
          --nodes=2 --kill-node=1441m|--kill-node 1441m: must not exceed 24 hours
          --set=jbo.x=1 --vary=jbo.x=1,2|--vary jbo.x: --set fixes its value; leave one of them out
          --install-schema|--install-schema: goes with --url; a database that the runner starts has its schema
          """)
  void badValue_isRefusedInOneLine(String commandLine, String line) {
    assertRefused(line, commandLine);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://h/d?user=me&password=geheim",
    "jdbc:postgresql://h/d?PASSWORD=geheim",
    "jdbc:postgresql://me:geheim@h/d",
    "jdbc:oracle:thin:me/geheim@h:1521/s",
    "jdbc:oracle:thin:me/geheim@//h:1521/s"
  })
  void credentialsInTheUrl_areRefusedAndNotRepeated(String url) {
    assertRefused(
        "--url holds a user or a password: every user of the machine could read it; use --user"
            + " and CLOAKROOM_DB_PASSWORD",
        "--url " + url);
  }

  @Test
  void passwordThatIsMissing_isAskedForOnTheTerminal() {
    typed = "eben getippt";

    for (Map<String, String> environment :
        List.of(Map.<String, String>of(), Map.of("CLOAKROOM_DB_PASSWORD", ""))) {
      assertThat(check(environment, "--url jdbc:oracle:thin:@//h:1521/s").database().password())
          .extracting(Secret::reveal)
          .isEqualTo("eben getippt");
    }
  }

  @Test
  void missingPassword_isNamedByItsVariable() {
    assertThatThrownBy(() -> check(Map.of(), "--url jdbc:postgresql://h/d --user me"))
        .hasMessage(
            "no password for database user me: set the environment variable CLOAKROOM_DB_PASSWORD,"
                + " or start from a terminal to be asked");
  }

  @Test
  void missingJar_isNamedWithTheWayToBuildIt() {
    Path jar = folder.resolve("other.jar");

    assertRefused(
        "--app-sim " + jar + ": there is no such file; \"mvn package -DskipTests\" builds it",
        "--app-sim " + jar);
  }

  @Test
  void folderThatCannotBeWritten_isNamed() throws Exception {
    Path out = Files.createFile(folder.resolve("file")).resolve("runs");

    assertRefused("--out " + out + ": must be a folder that can be written to", "--out " + out);
  }

  @Test
  void tier_isAskedLast() {
    String bad = "--pool c3p0 --out " + folder.resolve("a/../b");

    assertThatThrownBy(() -> check(bad)).isInstanceOf(StressFailure.class);
    assertThat(asked).isFalse();
    check("");
    assertThat(asked).isTrue();
  }

  @Test
  void planFile_isNamedAfterItself() {
    Path plan = installation.plans().resolve("upload.jmx");

    assertThat(check("--plan " + plan).plan()).isEqualTo(new RunSettings.Plan("upload", plan));
    assertThat(check("--plan upload").plan().name()).isEqualTo("upload");
  }
}
