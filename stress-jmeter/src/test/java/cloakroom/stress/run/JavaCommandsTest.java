package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import cloakroom.stress.run.RunSettings.Database;
import cloakroom.stress.run.RunSettings.Load;
import cloakroom.stress.run.RunSettings.Nodes;
import cloakroom.stress.run.RunSettings.Output;
import cloakroom.stress.run.RunSettings.Plan;
import cloakroom.stress.run.RunSettings.TierSetup;
import cloakroom.stress.run.RunSettings.WarmUp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class JavaCommandsTest {
  private static final Variant VARIANT =
      new Variant(
          "sticky/none/recyclethreshold=40",
          "sticky",
          "none",
          Map.of("jbo.recyclethreshold", "40"));

  private static String tier(Map<String, String> options) {
    return String.join(" ", commands(4, options).tier(VARIANT, "jdbc:fake", "me"));
  }

  private static String engine(int users) {
    return String.join(" ", commands(users, Map.of()).engine(Path.of("trial"), List.of(8080)));
  }

  private static JavaCommands commands(int users, Map<String, String> options) {
    return commands(users, options, Database.EMBEDDED);
  }

  private static JavaCommands commands(int users, Map<String, String> options, Database database) {
    RunSettings settings =
        new RunSettings(
            new Plan("state-kinds", Path.of("state-kinds.jmx")),
            new Variants(List.of("sticky"), List.of("none"), Map.of(), Varied.NOTHING),
            new Load(
                users,
                3,
                Duration.ofSeconds(30),
                Duration.ofSeconds(100),
                Duration.ZERO,
                WarmUp.NONE,
                OptionalInt.of(5)),
            1,
            new TierSetup(
                Path.of("app-sim.jar"),
                List.of(),
                new RunSettings.Pool("ucp", 48, 0),
                Nodes.ONE,
                options,
                false),
            database,
            new Output(Path.of("out"), false, true, false),
            7,
            "stress.jar run");
    return new JavaCommands(settings, new StressJar(Path.of("target")));
  }

  @Test
  void engine_warmsUpFasterThanItsUsersThinkAndArrive() {
    assertThat(engine(4))
        .contains(" -Jthink_ms=30000 ", " -Jwarmup_think_ms=300 ")
        .contains(" -Jramp_s=100 ", " -Jwarmup_ramp_s=10 ")
        .endsWith(" -Jmix=5");
  }

  @Test
  void engine_ofManyUsersGetsItsWholeHeapAtTheStart() {
    assertThat(engine(80)).doesNotContain("-Xm");
    assertThat(engine(10_000)).contains(" -Xms4262m -Xmx4262m ");
  }

  @Test
  void engine_startsWithoutWarningsAndInOneLocale() {
    assertThat(engine(4))
        .containsSubsequence(
            " --enable-native-access=ALL-UNNAMED ", " -Duser.language=en ", " -cp ", ".Engine ");
  }

  @Test
  void database_getsRowsForAllUsers() {
    assertThat(commands(1_000, Map.of()).database()).doesNotContain("--users");
    assertThat(commands(10_000, Map.of()).database()).endsWith("--users", "10000");
  }

  @Test
  void database_isOracleWithItsSettings_whenThatIsAskedFor() {
    assertThat(commands(4, Map.of()).database()).doesNotContain("--db");
    System.setProperty("cloakroom.oracle.image", "corp/oracle-free:1");
    try {
      assertThat(commands(4, Map.of(), Database.started("oracle", Secret.random())).database())
          .endsWith("--db", "oracle")
          .containsSubsequence("-Dcloakroom.oracle.image=corp/oracle-free:1", "-jar", "database");
    } finally {
      System.clearProperty("cloakroom.oracle.image");
    }
  }

  @Test
  void tier_isToldWhatTheVariantIs() {
    assertThat(tier(Map.of()))
        .contains(" --policy sticky ", " --hygiene none ")
        .endsWith(" --set jbo.recyclethreshold=40")
        .doesNotContain("--store", "--codec", "--validation", "--internal-pool-size");
  }

  @Test
  void tier_isToldOfOptionsThatWereGiven() {
    assertThat(tier(Map.of("store", "file"))).contains(" --store file ");
    assertThat(tier(Map.of("internal-pool-size", "3"))).contains(" --internal-pool-size 3 ");
  }
}
