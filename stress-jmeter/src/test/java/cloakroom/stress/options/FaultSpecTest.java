package cloakroom.stress.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.FaultCommand;
import cloakroom.contract.FaultKind;
import cloakroom.platform.Resources;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.settings.EmptyInstallation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FaultSpecTest {
  @TempDir private Path folder;

  private List<Variant> variants(String commandLine) {
    return new EmptyInstallation(folder).check(commandLine).variants();
  }

  private static List<FaultSpec> faults(String text) {
    return VariantOptions.FAULT.kind().parse("--fault", text);
  }

  @Test
  void parse_text_hasKindTimeLengthAndValue() {
    FaultSpec fault = faults("link-loss@20s+1500ms=0.5%").get(0);

    assertThat(fault.kind()).isEqualTo(FaultKind.LINK_LOSS);
    assertThat(fault.at()).isEqualTo(Duration.ofSeconds(20));
    assertThat(fault.length()).isEqualTo(Duration.ofMillis(1500));
    assertThat(fault.command(true))
        .isEqualTo(new FaultCommand(FaultKind.LINK_LOSS, true, 5_000))
        .extracting(FaultCommand::line)
        .isEqualTo("fault begin link-loss 5000");
    assertThat(faults("link-latency@0ms+1s=50ms").get(0).value()).isEqualTo(50_000);
  }

  @Test
  void severalFaults_comeInTheirOrderOfTime() {
    assertThat(faults("link-cut@2s;db-restart@60s;store-full@1000ms+1s"))
        .extracting(FaultSpec::text)
        .containsExactly("store-full@1s+1s", "link-cut@2s", "db-restart@1m");
    assertThat(faults("none")).isEmpty();
  }

  @Test
  void variant_hasItsOwnFaultsAndElseThoseOfTheOption() {
    assertThat(variants("--variant a: --variant b:fault=none --fault db-freeze@1s+1s"))
        .extracting(variant -> variant.choices().text(VariantOptions.FAULT))
        .containsExactly("db-freeze@1s+1s", "none");
    assertThat(variants("--policies sticky --vary fault=none,db-restart@1s"))
        .extracting(variant -> variant.choices().text(VariantOptions.FAULT))
        .containsExactly("none", "db-restart@1s");
    assertThat(variants("--url=jdbc:postgresql://h/d --fault=db-kill-sessions@2s")).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --fault=db-restart|--fault db-restart: must be like db-restart@20s[+5s], db-kill-
          --fault=fire@20s|--fault fire@20s: must be like db-restart@20s
          --fault=db-freeze@20s|--fault db-freeze@20s: must be like db-freeze@20s+5s
          --fault=db-freeze@20s+0s|must be like db-freeze@20s+5s
          --fault=link-cut@20s+5s|must be like link-cut@20s
          --fault=link-loss@20s+5s|must be like link-loss@20s+5s=1%
          --fault=link-loss@20s+5s=101%|must be like link-loss@20s+5s=1%
          --fault=link-latency@20s+5s=11s|must be like link-latency@20s+5s=50ms
          --fault=link-cut@1441m|must not exceed 24 hours
          --fault=db-restart@20s+5s --fault=db-freeze@22s+1s|db-restart@20s+5s and db-freeze@22s+1s overlap
          --nodes=2 --fault=node-kill@2s --fault=node-stop@20s|only one node ends in a trial
          --fault=link-cut@2s|--fault link-cut@2s of variant 'sticky': requires a relay
          --fault=node-stop@2s|requires --nodes 2 or more, so that one is left
          --pool=none --fault=pool-exhaust@2s+1s|requires a pool with a maximum size
          --url=jdbc:postgresql://h/d --fault=db-restart@2s|requires the embedded PostgreSQL of the run
          --db=oracle --fault=db-freeze@2s+1s|requires the embedded PostgreSQL of the run
          --db=oracle --fault=db-kill-sessions@2s|requires PostgreSQL
          """)
  void check_badFault_isRejected(String commandLine, String line) {
    assertThatThrownBy(() -> variants(commandLine)).hasMessageContaining(line);
  }

  @ParameterizedTest
  @EnumSource
  void everyKind_isReadAsItIsDocumented(FaultKind kind) {
    String form = kind.form().replaceAll("[\\[\\]]", "");

    assertThat(faults(form)).extracting(FaultSpec::text).containsExactly(form);
    List<String> words =
        Resources.rows("cloakroom/stress/report/faults.txt").stream()
            .filter(row -> row.get(0).equals(kind.key()))
            .findFirst()
            .orElseThrow();
    assertThat(Path.of("../docs/faults.md"))
        .content()
        .contains("| `" + kind.form() + "` | " + words.get(1) + " | " + words.get(2) + " |");
  }

  @Test
  void docs_nameNoOtherKind() throws Exception {
    try (Stream<String> lines = Files.lines(Path.of("../docs/faults.md"))) {
      assertThat(lines.filter(line -> line.startsWith("| `"))).hasSize(FaultKind.values().length);
    }
  }
}
