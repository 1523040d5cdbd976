package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import cloakroom.stress.run.RunSettings.Database;
import cloakroom.stress.run.RunSettings.Load;
import cloakroom.stress.run.RunSettings.Output;
import cloakroom.stress.run.RunSettings.Plan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JavaCommandsTest {
  private static final Variant VARIANT =
      new Variant(
          "sticky/none/recyclethreshold=40",
          "sticky",
          "none",
          Map.of("jbo.recyclethreshold", "40"));

  private static String tier(Map<String, String> options) {
    RunSettings settings =
        new RunSettings(
            new Plan("state-kinds", Path.of("state-kinds.jmx")),
            List.of(VARIANT),
            Varied.NOTHING,
            new Load(4, 3, Duration.ZERO, Duration.ZERO, Duration.ZERO, WarmUp.NONE),
            1,
            new RunSettings.Pool("ucp", 48, 0),
            Nodes.ONE,
            Database.EMBEDDED,
            options,
            Path.of("app-sim.jar"),
            List.of(),
            Path.of("out"),
            7,
            false,
            Output.QUIET,
            "stress.jar run");
    JavaCommands commands = new JavaCommands(settings, new Installation(Path.of("target")));
    return String.join(" ", commands.tier(VARIANT, "jdbc:fake", "me"));
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
