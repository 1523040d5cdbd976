package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plan under JMeter's own command line, without a class of ours. */
final class StockJMeterIT {

  @Test
  void stock_command_line_runs_the_plan_without_a_failed_sample(@TempDir Path out)
      throws Exception {
    Path jtl = out.resolve("out.jtl");
    try (StubTier tier = new StubTier()) {
      String output =
          jmeter(
              out,
              "-l",
              jtl.toString(),
              "-Jport=" + tier.port(),
              "-Jusers=2",
              "-Jiterations=2",
              "-Jthink_ms=0",
              "-Jramp_s=0",
              "-Jwarmup_users=1",
              "-Jwarmup_iterations=1");

      int warmUp = 2 + 2 * 2 + 1;
      int measured = 2 * (2 + 2 * 2 * 2 + 1);
      assertThat(output).contains("Err:     0 (0.00%)");
      assertThat(tier.seen).hasSize(warmUp + measured);
      List<Samples.Row> rows = Samples.read(jtl);
      assertThat(rows).hasSize(warmUp + 2 + measured + 2 * 2 * 2).allMatch(Samples.Row::succeeded);
      assertThat(rows.stream().filter(Samples.Row::isTransaction)).hasSize(2 + 2 * 2 * 2);
      assertThat(Files.readAllLines(out.resolve("jmeter.log")))
          .noneMatch(line -> line.contains(" ERROR "));
    }
  }

  private static String jmeter(Path out, String... options) throws Exception {
    JMeterHome.prepare(Plans.HOME);
    List<String> arguments = new ArrayList<>(List.of("-n", "-t", Plans.ADF_SESSION.toString()));
    arguments.addAll(List.of("-j", out.resolve("jmeter.log").toString()));
    arguments.addAll(List.of(options));
    ProcessBuilder builder = EngineProcess.java("org.apache.jmeter.NewDriver", arguments);
    builder.command().add(1, "-Djmeter.home=" + Plans.HOME);
    Process process = builder.directory(out.toFile()).start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return output;
    } finally {
      process.destroyForcibly();
    }
  }
}
