package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.Password;
import cloakroom.options.NodeOptions;
import cloakroom.stress.measure.Limit;
import cloakroom.stress.measure.Limits;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.options.VariantOptions;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What command lines make of a run, or why they are refused. */
class SettingsCheckTest {
  @TempDir private Path folder;
  private EmptyInstallation installation;

  @BeforeEach
  void lay() {
    installation = new EmptyInstallation(folder);
  }

  private RunSettings check(String commandLine) {
    return installation.check(commandLine);
  }

  private void assertRefused(String line, String commandLine) {
    assertThatThrownBy(() -> check(commandLine))
        .isInstanceOfAny(StressFailure.class, IllegalArgumentException.class)
        .hasMessage(line);
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
          ''                          | 80 | 100 | 300ms   | PT10S   | 40x10
          --users 4                   | 4  | 100 | 300ms   | PT10S   | 4x10
          --users 4 --warm-up 9x1     | 4  | 100 | 300ms   | PT10S   | 9x1
          --users 1000                | 1000 | 100 | 300ms   | PT10S | 40x10
          --users 1001                | 1001 | 100 | 300ms   | PT11S | 40x10
          --users 10000               | 10000 | 100 | 300ms  | PT1M40S | 40x10
          --ramp 3s --users 10000     | 10000 | 100 | 300ms  | PT3S  | 40x10
          --plan state-kinds          | 80 | 3   | 20ms  | PT2S    | 0
          --plan state-kinds --iterations 7 --think 1s --ramp 4s --warm-up 2x1 | 80 | 7 | 1s  | PT4S | 2x1
          """)
  void load_isWhatWasAskedForOrThePlansDefault(
      String commandLine, int users, int iterations, String think, String ramp, String warmUp) {
    assertThat(check(commandLine).load())
        .hasToString(
            "Load[users=%d, iterations=%d, think=%s, ramp=%s, warmUp=%s]"
                .formatted(users, iterations, think, ramp, warmUp));
  }

  /** A free port is of use only where its address is told. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                  | OptionalInt[0]
          --live 9470         | OptionalInt[9470]
          --quiet             | OptionalInt.empty
          --quiet --live 9470 | OptionalInt[9470]
          --no-live           | OptionalInt.empty
          """)
  void livePort_isAFreeOneUnlessSaidOtherwise(String commandLine, String port) {
    assertThat(check(commandLine).output().live()).hasToString(port);
  }

  @Test
  void livePortThatCannotBe_isRefused() {
    assertRefused("--live 70000: must be a whole number from 0 to 65535", "--live 70000");
    assertRefused("--live 9470: cannot go with --no-live", "--live 9470 --no-live");
  }

  @Test
  void usersAsTheyAre_reachPlanAndRecord() {
    RunSettings settings = check("--think 1s~lognormal --one-request --shared-rows 8");
    assertThat(settings.load().think()).hasToString("1s~lognormal");
    assertThat(settings.variants())
        .allMatch(variant -> variant.get(VariantOptions.ONE_REQUEST))
        .allMatch(variant -> variant.get(VariantOptions.SHARED_ROWS) == 8);
    assertRefused(
        "--one-request: plan state-kinds has nothing like it; it goes with adf-session, open-arrivals,"
            + " lull-and-burst, soak, mixed",
        "--plan state-kinds --one-request");
    assertRefused(
        "--shared-rows: plan state-kinds has nothing like it; it goes with adf-session, open-arrivals,"
            + " lull-and-burst, soak, mixed",
        "--plan state-kinds --shared-rows 2");
  }

  @ParameterizedTest
  @CsvSource({
    "--users 1000, true",
    "--users 1001, false",
    "--users 1001 --count-trips, true",
    "--no-count-trips, false",
    "--plan own, false",
    "--plan state-kinds, false",
    "--plan own --count-trips, true"
  })
  void roundTrips_areCountedForTheTwoPagesUnlessThatTakesLong(String commandLine, boolean counts) {
    assertThat(check(commandLine).countTrips()).isEqualTo(counts);
  }

  @Test
  void usersThatTheMachineCannotCarry_areRefusedBeforeTheStart() {
    installation.limits =
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
    assertThat(installation.askedFor).isEmpty();
    check("--policies sticky,noop --hygiene none,full --vary jbo.a=1,2");
    assertThat(installation.askedFor).hasSize(4);
  }

  @Test
  void defaults_areTheMainJobCompressedInTime() {
    RunSettings settings = check("");

    assertThat(settings.plan().name()).isEqualTo("adf-session");
    assertThat(settings.variants()).isEqualTo(List.of(plain("sticky"), plain("release-in-memory")));
    assertThat(settings.load().transactions()).isEqualTo(16_000);
    assertThat(settings.appSim()).isEqualTo(installation.jar.appSim());
    assertThat(settings.database()).isEqualTo(RunSettings.Database.EMBEDDED);
    assertThat(settings.output())
        .isEqualTo(
            new RunSettings.Output(installation.jar.runs(), true, false, false, OptionalInt.of(0)));
  }

  private static Variant plain(String policy) {
    return new Variant(
        policy,
        policy,
        Map.of("hygiene", "rollback", "pool", "ucp", "pool-size", "200", "pool-min", "0"));
  }

  @Test
  void all_meansEveryPolicyOfTheTier() {
    assertThat(variants("--policies all"))
        .extracting(Variant::policy)
        .isEqualTo(installation.offered);
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
    assertThat(variants(commandLine).get(0).choices().all())
        .containsEntry("pool-size", Integer.toString(size));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--pool-size 200",
        "--variant sticky --pool-size 200",
        "--variant a:pool-size=200",
        "--vary pool-size=200,201"
      })
  void check_poolSizeLikeTheDefault_isNoDefault(String commandLine) {
    RunSettings settings = check(commandLine);

    assertThat(settings.variants().get(0).get(NodeOptions.POOL_SIZE)).isEqualTo(200);
    assertThat(settings.defaultPools()).isEmpty();
  }

  @Test
  void check_noPoolSize_isADefault() {
    RunSettings settings = check("--policies sticky,noop");

    assertThat(settings.defaultPools()).containsAll(settings.variants());
  }

  @Test
  void nodes_areOneUnlessAskedFor() {
    assertThat(variants("--nodes 3").get(0))
        .matches(variant -> !variant.get(VariantOptions.NO_AFFINITY))
        .returns(3, Variant::nodes);
    assertThat(variants("--nodes 2 --no-affinity").get(0).nodes()).isEqualTo(2);
    assertThat(variants("--nodes 2 --no-affinity"))
        .allMatch(variant -> variant.get(VariantOptions.NO_AFFINITY));
  }

  @Test
  void overridesAndJavaOptions_areKept() {
    assertThat(installation.check("--java-options", " -Xmx1g  -ea ").javaOptions())
        .containsExactly("-Xmx1g", "-ea");
    assertThat(variants("--set jbo.a=1 --set cloakroom.ampool.maxwait=x=y").get(0).choices().all())
        .containsAllEntriesOf(Map.of("jbo.a", "1", "cloakroom.ampool.maxwait", "x=y"));
  }

  private List<Variant> variants(String commandLine) {
    return check(commandLine).variants();
  }

  /** So that it can be pasted into a shell. */
  @Test
  void command_isKeptWithTheQuotationMarksThatItNeeds() {
    assertThat(
            installation
                .check("--variant", "its: noop bc4j=\"it's#C\"", "--pool-size=7", "--think", "1s")
                .command())
        .isEqualTo("stress.jar --variant 'its: noop bc4j=\"it'\\''s#C\"' --pool-size=7 --think 1s");
  }

  @Test
  void folders_areNamedAfterTheVariantInPlainCharacters() {
    RunSettings settings =
        installation.check("--variant", "a b/c, (d): sticky", "--variant", "b..: noop");

    assertThat(TrialSpec.once(settings.variants()))
        .extracting(TrialSpec::folder)
        .containsExactly("01-a-b-c-d-", "02-b..");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--store file --codec xml",
        "--validation idle --internal-pool-size 3",
        "--fetch-size 50 --read-timeout 90s --drcp-purity new",
        "--db-rtt 200us --db-jitter 50us",
        "--db-rtt none",
        "--db-rtt 0",
        "--statement-cache 0 --login-timeout 5s --drcp-class ME"
      })
  void optionsOfTheTier_arePassedOnOnlyWhenGiven(String commandLine) {
    Variant variant = variants("--policies sticky --pool-size 7 " + commandLine).get(0);

    assertThat(JavaCommands.tierOptions(variant))
        .containsExactly(
            ("--policy sticky --hygiene rollback --pool ucp --pool-size 7 --pool-min 0 "
                    + commandLine)
                .split(" ", -1));
  }

  @Test
  void existingDatabase_isTakenWithoutCredentials() {
    RunSettings.Database database = check("--url jdbc:postgresql://h/d --user me").database();

    assertThat(database.url()).isEqualTo("jdbc:postgresql://h/d");
    assertThat(database.user()).isEqualTo("me");
    assertThat(database.password().reveal()).isEqualTo("geheim");
    assertThat(database.kind()).isEqualTo("url");
    assertThat(database.install()).isEmpty();
    assertThat(database.schema().name()).isEqualTo("cloakroom");
    assertThat(database.serverWide()).isFalse();
    assertThat(database.ours()).isFalse();
    assertThat(database.toString()).doesNotContain("geheim");
  }

  @Test
  void schemaScaleAndTidy_ofAnExistingDatabase_areTaken() {
    String url = "--url jdbc:postgresql://h/d?currentSchema=other";
    RunSettings.Database database =
        check(url + " --install-schema --scale 0.1 --schema mine --tidy").database();

    assertThat(database.install()).containsExactly("--install-schema", "--scale", "0.1");
    assertThat(database.schema().name()).isEqualTo("mine");
    assertThat(database.serverWide()).isTrue();
    assertThat(check(url).database().schema().name()).isEqualTo("other");
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
        .containsExactly(url, List.of("--install-schema"));
  }

  /** With the given password, so that a kept one is found again, or one of its own. */
  @Test
  void oracle_canBeStarted() {
    assertThat(check("--db oracle").database().password().reveal()).isEqualTo("geheim");
    installation.environment = Map.of();
    RunSettings.Database oracle = check("--db oracle").database();

    assertThat(oracle.isOracleInContainer()).isTrue();
    assertThat(oracle.ours()).isTrue();
    assertThat(oracle.password().reveal()).isNotEmpty().hasSizeLessThanOrEqualTo(30);
    assertThat(check("--db embedded").database().isOracleInContainer()).isFalse();
  }

  @Test
  void oracleThatIsKept_needsAPassword() {
    String rule =
        " needs CLOAKROOM_DB_PASSWORD: with a random password no other run could use the container";
    installation.environment = Map.of("CLOAKROOM_ORACLE_REUSE", "true");
    assertRefused("CLOAKROOM_ORACLE_REUSE=true" + rule, "--db oracle");
    installation.environment =
        Map.of("CLOAKROOM_ORACLE_REUSE", "true", "CLOAKROOM_DB_PASSWORD", "geheim");
    assertThat(check("--db oracle").database().password().reveal()).isEqualTo("geheim");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--db=oracle", "--url=jdbc:postgresql://h/d"})
  void passwordWithAControlCharacter_isRefused(String database) {
    installation.environment = Map.of("CLOAKROOM_DB_PASSWORD", "ge\nheim");
    assertRefused(
        "CLOAKROOM_DB_PASSWORD holds a control character, such as a line end: set it without",
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
          --nodes=0|--nodes 0: must be a whole number from 1 to 8
          --nodes=9|--nodes 9: must be a whole number from 1 to 8
          --fault=node-kill@10s|--fault node-kill@10s of variant 'sticky': needs --nodes 2 or more, so that one is left
          --db=h2|--db h2: must be one of embedded, oracle
          --user=me|--user me: goes with --url; a database that the runner starts has its own
          --ramp=1500ms|--ramp 1500ms: must be in whole seconds, such as 10s
          --think=1441m~uniform|--think 1441m: must not exceed 1440m
          --shared-rows=0|--shared-rows 0: must be a whole number from 1 to 100000
          --shared-rows=81|--shared-rows 81: must be a whole number from 1 to 80
          --think=1441m|--think 1441m: must not exceed 1440m
          --set=timeout=3|--set timeout: names of settings begin with jbo. or cloakroom.
          --hygiene=half|--hygiene half: must be one of none, rollback, full
          --hygiene=none,none|--hygiene: 'none' is given twice; --trials repeats each variant
          --hygiene=none,|--hygiene : must be one of none, rollback, full
          --internal-pool-size=0|--internal-pool-size 0: must be a whole number from 1 to 10000
          --fetch-size=-1|--fetch-size -1: must be a whole number from 0 to 1000000
          --vary=user=1,2|--vary user: does not differ between variants; what may is jbo.*, cloakroom.*, hygiene, pool, pool-size, pool-min, store, codec, validation, internal-pool-size, statement-cache, fetch-size, login-timeout, read-timeout, db-rtt, db-jitter, page-work, page-cpu, state-size, drcp-class, drcp-purity, bc4j, nodes, no-affinity, db-commit, fault, one-request, shared-rows, users, duration, arrivals, arrival-bursts, lull, weights, think, hold, mix
          --vary=jbo.x|--vary 'jbo.x': needs two values or more, such as jbo.x=10,20,40
          --vary=jbo.x=1|--vary 'jbo.x=1': needs two values or more, such as jbo.x=10,20,40
          --vary=jbo.x=1,|--vary 'jbo.x=1,': needs two values or more, such as jbo.x=10,20,40
          --vary=jbo.x=1,1|--vary: '1' is given twice; --trials repeats each variant
          --policies=stiky|--policies: unknown policy 'stiky'; choose from sticky, release-in-memory, noop, or all
          --policies=noop,noop|--policies: 'noop' is given twice; --trials repeats each policy
          --policies=noop,|--policies 'noop,': names a policy that is empty; write names with commas, or all
          --policies=|--policies '': names a policy that is empty; write names with commas, or all
          --plan=sauk|--plan sauk: no such plan; choose a .jmx file or adf-session, mixed, open-arrivals, own, soak, state-kinds
          --plan=no/such.jmx|--plan no/such.jmx: there is no such file
          --url=jdbc:h2:mem:x|--url jdbc:h2:mem:x: must be like jdbc:postgresql://HOST:PORT/DATABASE or jdbc:oracle:thin:@//HOST:PORT/SERVICE
          --plan=open-arrivals --arrivals=fast|--arrivals fast: must be a rate such as 10/s or 0.5/s
          --plan=open-arrivals --arrivals=0/s|--arrivals 0/s: must be a rate such as 10/s or 0.5/s
          --plan=mixed --weights=60/30/20|--weights 60/30/20: must be three whole numbers with slashes between that make 100, such as 60/30/10
          --arrivals=10/s|--arrivals: plan adf-session has nothing like it; it goes with open-arrivals
          --plan=soak --vary=arrivals=1/s,2/s|variant 'sticky 1/s': arrivals: plan soak has nothing like it; it goes with open-arrivals
          --plan=state-kinds --duration=10s|--duration: plan state-kinds has nothing like it; it goes with adf-session, open-arrivals, lull-and-burst, soak, mixed, upload
          --mix=9|--mix: plan adf-session has nothing like it; it goes with state-kinds
          --plan=own --mix=1001|--mix 1001: must be a whole number from 0 to 1000
          --vary=jbo.recyclethreshold=10,0|variant 'sticky 0': jbo.recyclethreshold=0: too small
          --policies=noop --set=jbo.recyclethreshold=0|variant 'noop': jbo.recyclethreshold=0: too small
          --nodes=3 --pool-size=151|--pool-size 151: 453 connections for 3 nodes, but the embedded database has 450 for all; at most 150 for each
          --store=memory --vary=store=file,memory|--vary store: --store fixes its value; leave one of them out
          --store=memory,file --vary=store=file,memory|--vary store: its values are given twice; write them in one place
          --db-commit=101ms|--db-commit 101ms: must not exceed 100ms
          --db-commit=soon|--db-commit: 'soon' is not a duration: a whole number with us, ms, s, m or h (300ms, 3s, 2m)
          --db-commit=5ms --db=oracle|--db-commit 5ms: only the database that the run starts itself can wait, a PostgreSQL
          --url=jdbc:postgresql://h/d?ApplicationName=x|--url jdbc:postgresql://h/d?ApplicationName=x: ApplicationName is not supported; remove it, because each run names its sessions
          --vary=db-commit=0ms,5ms --url=jdbc:postgresql://h/d|variant 'sticky commit 5ms': db-commit 5ms: only the database that the run starts itself can wait, a PostgreSQL
          --vary=pool-size=10,20 --pool-min=15|--pool-min 15: must be a whole number from 0 to 10
          --am-config=A|--am-config A: goes with --bc4j FILE
          --baseline=stiky|--baseline stiky: must be one of sticky, release-in-memory
          --no-affinity|--no-affinity: needs --nodes 2 or more
          --set=jbo.x=1 --vary=jbo.x=1,2|--vary jbo.x: --set fixes its value; leave one of them out
          --schema mine|--schema, --scale and --tidy: require --url; a database that the runner starts has its own
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
    installation.typed = "eben getippt";

    for (Map<String, String> environment :
        List.of(Map.<String, String>of(), Map.of("CLOAKROOM_DB_PASSWORD", ""))) {
      installation.environment = environment;
      assertThat(check("--url jdbc:oracle:thin:@//h:1521/s").database().password())
          .extracting(Password::reveal)
          .isEqualTo("eben getippt");
    }
  }

  @Test
  void missingPassword_isNamedByItsVariable() {
    installation.environment = Map.of();
    assertRefused(
        "no password for database user me: set the environment variable CLOAKROOM_DB_PASSWORD,"
            + " or start from a terminal to be asked",
        "--url jdbc:postgresql://h/d --user me");
  }

  @Test
  void missingJar_isNamedWithTheWayToBuildIt() {
    Path jar = folder.resolve("other.jar");

    assertRefused(
        "--app-sim " + jar + ": there is no such file; \"mvn package -DskipTests\" builds it",
        "--app-sim " + jar);
  }

  @Test
  void limits_areKeptWithWhatABuildServerWants() {
    Path file = folder.resolve("results/junit.xml");
    RunSettings.Gate gate =
        check(
                "--fail-if sticky:service.p95>50ms --fail-if errors>0.1% --abort-on-fail 30s"
                    + " --junit "
                    + file)
            .gate();

    assertThat(gate.limits().all())
        .extracting(Limit::text)
        .containsExactly("sticky:service.p95>50ms", "errors>0.1%");
    assertThat(gate.patience()).contains(Duration.ofSeconds(30));
    assertThat(gate.junit()).contains(file);
    assertThat(check("").gate())
        .isEqualTo(
            new RunSettings.Gate(new Limits(List.of()), Optional.empty(), false, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --fail-if stiky:errors>0    | --fail-if "stiky:errors>0": there is no variant stiky, the nearest is sticky; variants are sticky, release-in-memory
          --fail-if service.p95>50    | --fail-if "service.p95>50": service.p95 is a time: write the number with us, ms or s
          --fail-if servce.p95>50ms   | --fail-if "servce.p95>50ms": there is no figure servce.p95, the nearest is service.p95; figures are
          --abort-on-fail 30s         | --abort-on-fail 30s: needs a --fail-if on response.*, service.*, throughputPerSecond or errors
          --abort-on-fail 30s --fail-if tier.mean>5ms | --abort-on-fail 30s: needs a --fail-if on
          --abort-on-fail 1500m --fail-if errors>5    | --abort-on-fail 1500m: must not exceed 1440m
          """)
  void limitThatCannotBeHeld_isRefusedBeforeTheStart(String commandLine, String line) {
    assertThatThrownBy(() -> check(commandLine))
        .hasMessageStartingWith(line)
        .message()
        .hasLineCount(1);
  }

  @Test
  void placeForResultsThatCannotBeWritten_isNamed() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    assertRefused(
        "--junit " + file + ": must be a folder that can be written to",
        "--junit " + file.resolve("junit.xml"));
    assertRefused("--junit " + folder + ": must be a file, and is a folder", "--junit " + folder);
  }

  @Test
  void folderThatCannotBeWritten_isNamed() throws Exception {
    Path out = Files.createFile(folder.resolve("file")).resolve("runs");

    assertRefused("--out " + out + ": must be a folder that can be written to", "--out " + out);
  }

  @Test
  void tier_isAskedLast() {
    String bad = "--hygiene half --out " + folder.resolve("a/../b");

    assertThatThrownBy(() -> check(bad)).hasMessageStartingWith("--hygiene half: ");
    assertThat(installation.asked).isFalse();
    check("");
    assertThat(installation.asked).isTrue();
  }

  @Test
  void planFile_isNamedAfterItself() {
    Path plan = installation.jar.plans().resolve("own.jmx");

    assertThat(check("--plan " + plan).plan()).isEqualTo(new RunSettings.Plan("own", plan, false));
    assertThat(check("--plan own").plan().name()).isEqualTo("own");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --engines a:b              | --engines a:b: must be a host or HOST:PORT (default port: 1099)
          --engines 127.0.0.1:1      | --engines 127.0.0.1:1: nothing listens there (Connection refused); start one with "stress.jar engine"
          --engine-keys /k           | --engine-keys /k: goes with --engines
          --targets ftp://a:1        | --targets ftp://a:1: must be like http://HOST:PORT, with #PORT behind if its admin port is not the next one
          --targets a:1 --pool ucp   | --pool ucp: cannot change the tier of --targets, which runs already; leave it out
          --targets a:1 --set jbo.maxpoolcookieage=1 | --set jbo.maxpoolcookieage=1: cannot change the tier of --targets, which runs already; leave it out
          --targets a:1 --count-trips | --count-trips: cannot change the tier of --targets, which runs already; leave it out
          --targets a:1 --db-commit 5ms | --db-commit 5ms: cannot change the tier of --targets, which runs already; leave it out
          --targets a:1 --duration 10s,20s | --duration 10s,20s: must be one value with --targets; start one run for each value
          --targets 127.0.0.1:1      | --targets 127.0.0.1:1: no counters from http://127.0.0.1:2/counters; is that its admin port, and is CLOAKROOM_ADMIN_TOKEN its token?
          """)
  void machinesElsewhere_areThereOrRefused(String commandLine, String line) {
    assertRefused(line, commandLine);
  }

  @Test
  void check_variantWithMoreUsers_leavesTheOptionsAsTyped() {
    String[] typed = {"--variant", "a: users=90"};
    RunOptions options = EmptyInstallation.options(typed);

    RunSettings settings = installation.checks().check(options, Optional.empty());

    assertThat(settings.load().users()).isEqualTo(90);
    assertThat(settings.variants().get(0).get(NodeOptions.POOL_SIZE)).isEqualTo(220);
    assertSame(options, EmptyInstallation.options(typed));
  }

  @ParameterizedTest
  @CsvSource({
    "adf-session, 1000, 10, false",
    "adf-session --most 70 --iterations 7 --count-trips, 70, 7, true",
    "open-arrivals, 1000, 2, false",
    "open-arrivals --users 9 --ramp 3s, 9, 2, false"
  })
  void search_leavesTheOptionsAsTyped(String plan, int users, int iterations, boolean counts) {
    String[] typed = ("--slo errors<1% --plan " + plan).split(" ", -1);
    CapacityCommand command = parsed(typed);

    RunSettings settings = command.settings(installation.checks());

    assertThat(settings.load().users()).isEqualTo(users);
    assertThat(settings.load().iterations()).isEqualTo(iterations);
    assertThat(settings.load().ramp()).hasSeconds(3);
    assertThat(settings.countTrips()).isEqualTo(counts);
    assertThat(settings.output().dashboard()).isFalse();
    assertSame(command.options, parsed(typed).options);
  }

  private static CapacityCommand parsed(String... typed) {
    CapacityCommand command = new CapacityCommand();
    Stress.of(command).parseArgs(typed);
    return command;
  }

  private static void assertSame(RunOptions options, RunOptions typed) {
    assertThat(options).usingRecursiveComparison().ignoringFields("spec").isEqualTo(typed);
  }

  @Test
  void engines_areAsManyAsUsersAtTheMost() {
    String rest = " --engine-keys none --engines near,far:5";
    assertThat(check("--users 3" + rest).engines())
        .isEqualTo(
            new RunSettings.Engines(List.of("near:1099", "far:5"), EngineKeys.NONE, "10.0.0.1"));
    assertRefused("--engines: 2 engines for 1 users; each needs one at least", "--users 1" + rest);
    assertRefused("--engines near:1099: is named twice", "--engine-keys none --engines near,near");
  }

  @Test
  void targets_areTheOnlyVariant() {
    RunSettings settings = check("--targets a:8080,http://b:80#9 --no-affinity --hold 0 --users 3");
    assertThat(settings.targets())
        .containsExactly(new Target("a", 8080, 8081), new Target("b", 80, 9));
    assertThat(settings.variants())
        .containsExactly(
            new Variant(
                "sticky",
                "sticky",
                Map.of(
                    "pool",
                    "hikari",
                    "pool-size",
                    "20",
                    "nodes",
                    "2",
                    "no-affinity",
                    "true",
                    "hold",
                    "0ms")));
    assertThat(settings.database().named()).isFalse();
    assertThat(settings.countTrips()).isFalse();
  }

  @Test
  void engineKeys_areTheOwnersAlone(@TempDir Path home) throws Exception {
    String before = System.setProperty("user.home", home.toString());
    try {
      EngineKeys keys = EngineKeys.of(null);
      assertThat(keys.folder()).isEqualTo(home.resolve(".cloakroom/engine-keys"));
      assertThat(Files.getPosixFilePermissions(keys.file())).hasSize(2);
      FileTime made = Files.getLastModifiedTime(keys.file());
      assertThat(EngineKeys.of(null)).isEqualTo(keys);
      assertThat(Files.getLastModifiedTime(keys.file())).isEqualTo(made);
      assertThatThrownBy(() -> EngineKeys.of(home.toString()))
          .hasMessage(
              "--engine-keys " + home + ": must be a folder with rmi_keystore.jks, or none");
    } finally {
      System.setProperty("user.home", before);
    }
  }
}
