package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.Variant;
import cloakroom.stress.settings.EmptyInstallation;
import cloakroom.stress.settings.RunSettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaCommandsTest {
  @TempDir private Path folder;

  private RunSettings settings(String options) {
    return new EmptyInstallation(folder).check("--policies sticky " + options);
  }

  private String command(String process, String options, Variant variant) {
    RunSettings settings = settings(options);
    Variant of = variant == null ? settings.variants().get(0) : variant;
    JavaCommands commands = new JavaCommands(settings, new EmptyInstallation(folder).jar);
    return String.join(
            " ",
            switch (process) {
              case "contact" -> commands.contact(Path.of("check"));
              case "engine" -> commands.engine(of, Path.of("trial"));
              case "tier" -> commands.tier(of, "jdbc:fake", "me", false);
              default -> commands.database();
            })
        + " ";
  }

  /** Arguments that a command line contains or, after an exclamation mark, does not contain. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # warms up faster than its users think and arrive
          engine | --plan state-kinds --think 30s --ramp 100s --requests-between 5 | -Jthink_ms=30000; -Jwarmup_think_ms=300; -Jramp_s=100; -Jwarmup_ramp_s=10; -Jrequests_between=5
          engine | --users 4                    | --dashboard; -Jthink_distribution=constant; ! one_request; ! shared_rows; --enable-native-access=ALL-UNNAMED; -Duser.language=en
          engine | --users 4 --no-dashboard     | ! dashboard
          engine | --users 4 --think 1s~exponential --one-request --shared-rows 2 | -Jthink_ms=1000; -Jthink_distribution=exponential; -Jone_request=true; -Jshared_rows=2
          # a slow load of the own plan needs the first compiler alone
          engine | --users 80 --think 160ms     | -XX:TieredStopAtLevel=1
          engine | --users 80 --think auto      | -XX:TieredStopAtLevel=1
          engine | --users 80 --think 159ms     | ! TieredStopAtLevel
          engine | --users 80 --think 0ms       | ! TieredStopAtLevel
          engine | --users 80 --think 160ms --plan state-kinds | ! TieredStopAtLevel
          engine | --users 80                   | ! -Xm
          engine | --users 10000                | -Xms4262m; -Xmx4262m
          engine | --users 4 --engines near,far --engine-keys none | -Djava.rmi.server.hostname=10.0.0.1; --engines near:1099,far:1099 -Jserver.rmi.ssl.disable=true
          contact | --users 4 --engines near,far --engine-keys none | -Djava.rmi.server.hostname=10.0.0.1; --out check --contact --engines near:1099,far:1099 -Jserver.rmi.ssl.disable=true; ! --plan
          database | --users 1000               | ! --users
          database | --users 10000              | --users 10000
          database | --users 4                  | ! --db
          database | --db oracle                | --db oracle
          tier | --store file                   | --store file
          tier | --nodes 2                      | --set jbo.ampool.writecookietoclient=true
          tier | --users 4                      | --host 127.0.0.1; ! --set; ! --store; ! --codec; ! --validation; ! --internal-pool-size
          tier | --users 4 --engines near,far --engine-keys none | --host 10.0.0.1
          tier | --users 4 --app shop.yaml      | --app shop.yaml
          tier | --users 4                      | ! --app
          """)
  void commandLine_options_hasTheirArguments(String process, String options, String arguments) {
    String command = command(process, options, null);
    for (String argument : arguments.split("; ", -1)) {
      if (argument.startsWith("! ")) {
        assertThat(command).doesNotContain(argument.substring(2));
      } else {
        assertThat(command).contains(" " + argument + " ");
      }
    }
  }

  /** The last argument counts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tier | reset-level=none jbo.recyclethreshold=40 commit-delay=5ms | --policy sticky --reset-level none --set jbo.recyclethreshold=40
          tier | bc4j=app/bc4j.xcfg#a.Module/Local | --bc4j app/bc4j.xcfg --am-config a.Module/Local
          tier | bc4j=app/bc4j.xcfg                | --bc4j app/bc4j.xcfg
          tier | other-version=1 store=memory      | --policy sticky --store memory
          engine | think=3s pending-time=1ms               | -Jthink_ms=3000 -Jthink_distribution=constant -Jpending_time=1
          engine | duration=1500ms arrivals=12.5/s lull=2s | -Jduration_s=2 -Jarrivals=12.5 -Jlull=2000
          """)
  void commandLine_choicesOfAVariant_areLast(String process, String choices, String arguments) {
    Map<String, String> all = new LinkedHashMap<>();
    Stream.of(choices.split(" ", -1)).forEach(c -> all.put(c.split("=", 2)[0], c.split("=", 2)[1]));
    String policy = all.containsKey("bc4j") ? "" : "sticky";

    assertThat(command(process, "--users 4", new Variant("a", policy, all)))
        .endsWith(" " + arguments + " ");
  }

  @ParameterizedTest
  @CsvSource({"think, 1ms", "users, 1000"})
  void engine_variantWithAFasterLoad_usesBothCompilers(String key, String value) {
    Variant variant = new Variant("fast", "sticky", Map.of(key, value));
    assertThat(command("engine", "--users 80 --think 160ms", variant))
        .doesNotContain("TieredStopAtLevel");
  }

  @Test
  void target_isTheOnlyNodeOrAllOfThem() {
    Variant one = new Variant("one", "sticky", Map.of());
    assertThat(JavaCommands.target(one, List.of("127.0.0.1:8080")))
        .containsExactly("host=127.0.0.1", "port=8080");
    Variant two = new Variant("two", "sticky", Map.of("nodes", "2"));
    assertThat(JavaCommands.target(two, List.of("127.0.0.1:8080", "127.0.0.1:8081")))
        .containsExactly(
            "host=127.0.0.1",
            "port=8080",
            "targets=127.0.0.1:8080,127.0.0.1:8081",
            "affinity=true");
  }
}
