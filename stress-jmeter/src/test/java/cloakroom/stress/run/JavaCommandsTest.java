package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaCommandsTest {
  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  private static final Variant VARIANT =
      new Variant(
          "sticky 40",
          "sticky",
          Map.of("hygiene", "none", "jbo.recyclethreshold", "40", "db-commit", "5ms"));

  @TempDir private Path folder;

  private RunSettings settings(String options) {
    String plan = options.contains("--plan") ? "" : "--plan state-kinds ";
    return new EmptyInstallation(folder).check(plan + "--policies sticky " + options);
  }

  private JavaCommands commands(String options) {
    return new JavaCommands(settings(options), new EmptyInstallation(folder).jar);
  }

  private String tier(String options) {
    Variant first = settings(options).variants().get(0);
    return String.join(" ", commands(options).tier(first, "jdbc:fake", "me"));
  }

  private String engine(String options) {
    Variant first = settings(options).variants().get(0);
    return String.join(" ", commands(options).engine(first, Path.of("trial")));
  }

  @Test
  void engine_warmsUpFasterThanItsUsersThinkAndArrive() {
    assertThat(engine("--think 30s --ramp 100s --mix 5"))
        .contains(" -Jthink_ms=30000 ", " -Jwarmup_think_ms=300 ")
        .contains(" -Jramp_s=100 ", " -Jwarmup_ramp_s=10 ")
        .endsWith(" -Jmix=5");
  }

  @Test
  void engine_makesADashboardUnlessThereIsToBeNone() {
    assertThat(engine("--users 4")).contains(" --dashboard ");
    assertThat(engine("--users 4 --no-dashboard")).doesNotContain("dashboard");
  }

  @Test
  void engine_isToldHowItsUsersAre() {
    assertThat(engine("--users 4"))
        .contains(" -Jthink_distribution=constant ")
        .doesNotContain("one_request", "shared_rows");
    assertThat(
            engine(
                "--plan adf-session --users 4 --think 1s~exponential --one-request --shared-rows 2"))
        .contains(
            " -Jthink_ms=1000 ",
            " -Jthink_distribution=exponential ",
            " -Jone_request=true ",
            " -Jshared_rows=2");
  }

  @Test
  void engine_ofASlowLoad_usesTheFirstCompilerAlone() {
    String ours = "--plan adf-session --users 80 ";
    assertThat(engine(ours + "--think 160ms")).contains(FIRST_COMPILER);
    assertThat(engine(ours + "--think auto")).contains(FIRST_COMPILER);
    assertThat(engine(ours + "--think 159ms")).doesNotContain(FIRST_COMPILER);
    assertThat(engine(ours + "--think 0ms")).doesNotContain(FIRST_COMPILER);
    assertThat(engine("--users 80 --think 160ms")).doesNotContain(FIRST_COMPILER);
  }

  @Test
  void engine_ofAVariantWithAFasterLoad_usesBothCompilers() {
    for (Map<String, String> load : List.of(Map.of("think", "1ms"), Map.of("users", "1000"))) {
      Variant variant = new Variant("fast", "sticky", load);
      assertThat(
              commands("--plan adf-session --users 80 --think 160ms")
                  .engine(variant, Path.of("trial")))
          .doesNotContain(FIRST_COMPILER);
    }
  }

  @Test
  void engine_ofManyUsersGetsItsWholeHeapAtTheStart() {
    assertThat(engine("--users 80")).doesNotContain("-Xm");
    assertThat(engine("--users 10000")).contains(" -Xms4262m -Xmx4262m ");
  }

  @Test
  void engine_startsWithoutWarningsAndInOneLocale() {
    assertThat(engine("--users 4"))
        .containsSubsequence(
            " --enable-native-access=ALL-UNNAMED ", " -Duser.language=en ", " -cp ", ".Engine ");
  }

  @Test
  void database_getsRowsForAllUsers() {
    assertThat(commands("--users 1000").database()).doesNotContain("--users");
    assertThat(commands("--users 10000").database()).endsWith("--users", "10000");
  }

  @Test
  void database_isOracle_whenThatIsAskedFor() {
    assertThat(commands("--users 4").database()).doesNotContain("--db");
    assertThat(commands("--db oracle").database()).endsWith("--db", "oracle");
  }

  @Test
  void tier_isToldWhatTheVariantIs() {
    assertThat(String.join(" ", commands("--users 4").tier(VARIANT, "jdbc:fake", "me")))
        .contains(" --policy sticky ", " --hygiene none ")
        .endsWith(" --set jbo.recyclethreshold=40")
        .doesNotContain("--store", "--codec", "--validation", "--internal-pool-size", "commit");
  }

  @Test
  void tier_isToldOfOptionsThatWereGiven() {
    assertThat(tier("--store file")).contains(" --store file");
    assertThat(tier("--internal-pool-size 3")).contains(" --internal-pool-size 3");
  }

  @Test
  void tierOfAConfiguration_isToldOfItsFileAndOfNoPolicy() {
    Variant variant = new Variant("Local", "", Map.of("bc4j", "my app/bc4j.xcfg#a.Module/Local"));
    assertThat(commands("--users 4").tier(variant, "jdbc:fake", "me"))
        .endsWith("--bc4j", "my app/bc4j.xcfg", "--am-config", "a.Module/Local")
        .doesNotContain("--policy");
  }

  @Test
  void engine_isToldTheVariantsOwnLoadLast() {
    Variant variant = new Variant("slow", "sticky", Map.of("think", "3s", "hold", "1ms"));
    assertThat(commands("--users 4").engine(variant, Path.of("trial")))
        .endsWith("-Jthink_ms=3000", "-Jthink_distribution=constant", "-Jhold=1");
  }

  @Test
  void target_isTheOnlyNodeOrAllOfThem() {
    assertThat(JavaCommands.target(VARIANT, List.of("127.0.0.1:8080")))
        .containsExactly("host=127.0.0.1", "port=8080");
    Variant two = new Variant("two", "sticky", Map.of("nodes", "2"));
    assertThat(JavaCommands.target(two, List.of("127.0.0.1:8080", "127.0.0.1:8081")))
        .containsExactly(
            "host=127.0.0.1",
            "port=8080",
            "targets=127.0.0.1:8080,127.0.0.1:8081",
            "affinity=true");
  }

  @Test
  void enginesElsewhere_reachTheTier() {
    String elsewhere = "--users 4 --engines near,far --engine-keys none";
    assertThat(tier(elsewhere)).contains(" --host 10.0.0.1 ");
    assertThat(tier("--users 4")).contains(" --host 127.0.0.1 ");
    String engine = engine(elsewhere);
    assertThat(engine)
        .contains(" -Djava.rmi.server.hostname=10.0.0.1 ")
        .contains(" --engines near:1099,far:1099 -Jserver.rmi.ssl.disable=true ");
  }
}
