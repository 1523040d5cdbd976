package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaCommandsTest {
  private static final Variant VARIANT =
      new Variant(
          "sticky/none/recyclethreshold=40",
          "sticky",
          "none",
          Map.of("jbo.recyclethreshold", "40"));

  @TempDir private Path folder;

  private JavaCommands commands(String options) {
    EmptyInstallation installation = new EmptyInstallation(folder);
    String plan = options.contains("--plan") ? "" : "--plan state-kinds ";
    return new JavaCommands(
        installation.check(plan + "--policies sticky --no-dashboard " + options), installation.jar);
  }

  private String tier(String options) {
    return String.join(" ", commands(options).tier(VARIANT, "jdbc:fake", "me"));
  }

  private String engine(String options) {
    return String.join(" ", commands(options).engine(Path.of("trial"), List.of(8080)));
  }

  @Test
  void engine_warmsUpFasterThanItsUsersThinkAndArrive() {
    assertThat(engine("--think 30s --ramp 100s --mix 5"))
        .contains(" -Jthink_ms=30000 ", " -Jwarmup_think_ms=300 ")
        .contains(" -Jramp_s=100 ", " -Jwarmup_ramp_s=10 ")
        .endsWith(" -Jmix=5");
  }

  @Test
  void engine_isToldHowItsUsersAre() {
    assertThat(engine("--users 4"))
        .contains(" -Jthink_distribution=constant ", " -Jone_request=false ", " -Jshared_rows=0 ");
    assertThat(
            engine(
                "--plan adf-session --users 4 --think 1s~exponential --one-request --shared-rows 2"))
        .contains(
            " -Jthink_ms=1000 ",
            " -Jthink_distribution=exponential ",
            " -Jone_request=true ",
            " -Jshared_rows=2 ");
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
  void database_isOracleWithItsSettings_whenThatIsAskedFor() {
    assertThat(commands("--users 4").database()).doesNotContain("--db");
    System.setProperty("cloakroom.oracle.image", "corp/oracle-free:1");
    try {
      assertThat(commands("--db oracle").database())
          .endsWith("--db", "oracle")
          .containsSubsequence("-Dcloakroom.oracle.image=corp/oracle-free:1", "-jar", "database");
    } finally {
      System.clearProperty("cloakroom.oracle.image");
    }
  }

  @Test
  void tier_isToldWhatTheVariantIs() {
    assertThat(tier("--users 4"))
        .contains(" --policy sticky ", " --hygiene none ")
        .endsWith(" --set jbo.recyclethreshold=40")
        .doesNotContain("--store", "--codec", "--validation", "--internal-pool-size");
  }

  @Test
  void tier_isToldOfOptionsThatWereGiven() {
    assertThat(tier("--store file")).contains(" --store file ");
    assertThat(tier("--internal-pool-size 3")).contains(" --internal-pool-size 3 ");
  }
}
