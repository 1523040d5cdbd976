package cloakroom.stress.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.folder.Variant;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.settings.EmptyInstallation;
import cloakroom.stress.settings.RunSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.UnmatchedArgumentException;

final class CountCommandTest {
  @TempDir private Path folder;

  private RunSettings settings(String... arguments) {
    return parsed(arguments).settings(new EmptyInstallation(folder).checks());
  }

  private static CountCommand parsed(String... arguments) {
    CountCommand command = new CountCommand();
    StressCommandLine.of(command).parseArgs(arguments);
    return command;
  }

  @Test
  void settings_noOptions_areThoseOfTheMainJobWithoutLoad() {
    CountCommand command = parsed();
    RunSettings settings = command.settings(new EmptyInstallation(folder).checks());

    assertThat(command.options)
        .as("as typed")
        .usingRecursiveComparison()
        .ignoringFields("spec")
        .isEqualTo(parsed().options);
    assertThat(settings.variants())
        .extracting(
            v -> v.name() + ": " + v.policy() + " " + v.choices().all().get("jbo.recyclethreshold"))
        .containsExactly(
            "sticky: sticky null",
            "released: release-in-memory null",
            "sticky 200: sticky 200",
            "released 200: release-in-memory 200");
    assertThat(settings.countsOnly()).isTrue();
    assertThat(settings.load().users()).isEqualTo(80);
    assertThat(settings.load().iterations()).isEqualTo(RunSettings.COUNTED_ITERATIONS);
    assertThat(settings.output().live()).isEmpty();
  }

  @Test
  void defaultVariants_areThoseOfTheMainJobInItsOrder() throws Exception {
    Matcher variant =
        Pattern.compile("--variant \"([^\"]*)\"").matcher(Files.readString(Path.of("../pom.xml")));

    assertThat(variant.results().map(found -> found.group(1)))
        .containsExactlyElementsOf(CountCommand.DEFAULT_VARIANTS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--policies=sticky,noop", "--variant=sticky", "--vary=store=file,memory"})
  void settings_variantsGiven_replaceTheDefault(String option) {
    assertThat(settings(option).variants())
        .extracting(Variant::name)
        .doesNotContain("released 200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--trials=2", "--iterations=9", "--think=1s", "--warm-up=0", "--duration=9s",
        "--db-rtt=1ms", "--fault=db-freeze@1s", "--engines=a", "--targets=http://a:1", "--live=1",
        "--no-count-round-trips"
      })
  void parseArgs_optionOfALoad_isUnknown(String option) {
    assertThatThrownBy(() -> settings(option))
        .isInstanceOf(UnmatchedArgumentException.class)
        .hasMessageContaining(option.replaceFirst("=.*", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --variant=a: sticky think=1s      | variant 'a': think requires a load and cannot be counted; remove it
          --variant=a: sticky page-wait=1ms | variant 'a': page-wait requires a load and cannot be counted; remove it
          --vary=db-rtt=0,1ms               | db-rtt requires a load and cannot be counted; remove it
          --plan=open-arrivals              | --plan open-arrivals: cannot be counted, because its users arrive by a schedule; choose another plan
          --fail-if=service.p95 > 50ms      | --fail-if "service.p95 > 50ms": service.p95 is not counted; choose perTransaction.*, perRequest.*, counted.* or errors
          --policies=noop                   | --policies: none of these variants uses the database
          """)
  void settings_whatCannotBeCounted_isRejected(String option, String message) {
    assertThatThrownBy(() -> settings(option))
        .isInstanceOf(StressFailure.class)
        .hasMessageEndingWith(message);
  }

  @Test
  void settings_limitOnACount_isAccepted() {
    String limit = "perTransaction.roundTrips > 14.5";
    assertThat(settings("--fail-if=" + limit).gate().conditions().all())
        .extracting(each -> each.text())
        .containsExactly(limit);
  }
}
