package cloakroom.stress.predict;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.cli.StressCommandLine;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.SyntheticRun;
import cloakroom.stress.report.Reports;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code stress.jar advise} on configurations in the shapes of real ones, with the real tier. */
final class AdviseIT {
  private static final String FILE = "src/test/resources/advice/bc4j.xcfg";
  @TempDir private static Path folder;
  @TempDir private static Path twoModules;

  @BeforeAll
  static void measured() throws IOException {
    Reports.write(SyntheticRun.twoPolicies(folder).counted().write());
    Reports.write(SyntheticRun.twoPolicies(twoModules).counted().write());
    Path config = twoModules.resolve("config.json");
    String modules =
        "{\"modules\":{\"departments\":\"DepartmentsModule\",\"employees\":\"EmployeesModule\"},";
    Files.writeString(config, Files.readString(config).replaceFirst("\\{", modules));
  }

  private static Ended advise(String configuration, String... more) {
    return advise(folder, configuration, more);
  }

  private static Ended advise(Path folder, String configuration, String... more) {
    List<String> all = new ArrayList<>(List.of("advise", "--bc4j", FILE, "--am-config"));
    all.addAll(List.of(configuration, "--from", folder.toString(), "--variant", "sticky"));
    all.addAll(List.of("--users", "300", "--connections", "60", "--think", "5s~exponential"));
    all.addAll(List.of("--for", "1m", "--processors", "64", "--db-processors", "64"));
    all.addAll(List.of(more));
    return ended(all);
  }

  private static Ended ended(List<String> all) {
    StringWriter text = new StringWriter();
    PrintWriter told = new PrintWriter(text);
    int code =
        StressCommandLine.program().setOut(told).setErr(told).execute(all.toArray(String[]::new));
    return new Ended(code, text.toString().replaceAll("\\s+", " "));
  }

  private record Ended(int code, String text) {}

  @Test
  void poolingWithoutALevel_isToldThatItPassivates_andWhichLineToAdd() throws Exception {
    Ended ended = advise("NeverAgeing");

    assertThat(ended.text)
        .contains(
            "Each check-in writes the session's state to PS_TXN",
            "as in 35 of 40 public configurations that pool connections.",
            "[documented: AB-OCT; measured: experiment 001]",
            "Instances never expire",
            "Choose \"state in memory\"",
            "- jbo.txn.disconnect_level=\"1\", new in <Database>",
            "is lost at each request. [measured: experiment 003]");
    assertThat(ended.code).isZero();
    assertThat(Files.readString(folder.resolve("advice.html"))).contains("state in memory");
  }

  @Test
  void thresholdAboveWhatTheMonitorLeaves_isTold_andKeptKindsForbidARelease() throws Exception {
    Ended ended = advise("Trimmed", "--required-state", "temporary-rows,cursor");

    assertThat(ended.text)
        .contains(
            "The pool monitor leaves 250 available instances of up to 300",
            "a node needs 301 connections (1 module pool x 300 instances + 1 reserved for"
                + " snapshots) and has 60",
            "No simulated settings meet the objective",
            "loses temporaryRows, openCursor");
    assertThat(ended.code).isEqualTo(1);
  }

  @Test
  void advise_variantWithOwnUsers_isTheSystem(@TempDir Path own) {
    SyntheticRun run = SyntheticRun.in(own).counted();
    run.trial(new Variant("few", "sticky", Map.of("users", "30", "think", "2s")));
    Reports.write(run.write());

    String options = "advise --am-config LevelOne --variant few --for 1m";
    List<String> all = new ArrayList<>(List.of(options.split(" ", -1)));
    all.addAll(List.of("--bc4j", FILE, "--from", own.toString()));
    assertThat(ended(all).text).contains("30 users, 1 node, ");
  }

  @Test
  void advise_twoModulesWithoutConnectionForSnapshots_computesTheRequiredNumber() {
    String need = "(2 module pools x 10 instances + 1 reserved for snapshots)";

    assertThat(advise(twoModules, "Trimmed", "--users", "10", "--connections", "20").text)
        .contains(
            "a node needs up to 21 connections " + need + ".",
            "Too few connections: a node needs 21 connections " + need + " and has 20.",
            "; a node needs 21 connections " + need + " and has 20 [predicted]");
  }

  @Test
  void levelOneWithDefaultSizes_isToldThatItRecycles_andWhichThresholdHelps() throws Exception {
    Ended ended = advise("LevelOne", "--required-state", "viewState");

    assertThat(ended.text)
        .contains(
            "300 sessions of a node share 10 instances",
            "Choose \"as it is, one instance per session\"",
            "- jbo.recyclethreshold=\"300\", new in <AM-Pooling>");
    assertThat(ended.code).isZero();
  }

  @Test
  void unpooledModules_areToBePooled_withTheLineOfTheAttribute() throws Exception {
    Ended ended = advise("Unpooled", "--connections", "400");

    assertThat(ended.text)
        .contains(
            "Each request creates an instance",
            "- jbo.ampool.doampooling=\"true\" instead of \"false\" (AM-Pooling, line 18)",
            "300 users, 1 node, 400 connections",
            "not simulated: passes of the pool monitor, every 600 s")
        .doesNotContain("- nothing", "as it is, one instance");
    assertThat(ended.code).isZero();
  }

  @Test
  void advise_invalidValue_isRejectedInOneLine() throws Exception {
    assertThat(advise("LevelTwo").text)
        .contains("stress advise: ", "LevelTwo", "NeverAgeing", "LevelOne");
    assertThat(advise("LevelOne", "--required-state", "row").text)
        .contains("stress advise: --required-state row: choose from viewState,");
    assertThat(advise("LevelOne", "--for", "10s").text).contains("--for: must be 1m or more");
    assertThat(advise("LevelOne", "--slo", "tier.mean < 1ms").text)
        .contains("--slo \"tier.mean < 1ms\": choose from errors, response.mean");
  }
}
