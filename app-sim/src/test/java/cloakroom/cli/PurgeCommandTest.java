package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.passivation.FileStore;
import cloakroom.passivation.StoredSnapshot;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What purge says of wrong use, and what it does to a file store. */
final class PurgeCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int purge(String... args) {
    CommandLine command =
        AppSim.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    List<String> all = new ArrayList<>(List.of("purge"));
    all.addAll(List.of(args));
    return command.execute(all.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --older-than=0s             | '0s' is no age           | BC4J_CLEANUP ignores negative ages
          --older-than=-24h           | '-24h' is no age         | more than zero
          --older-than=soon           | 'soon' is not a duration | 300ms
          --older-than=29m            | --older-than 29m is below --session-timeout 30m | nodes keep the snapshots of live sessions younger than the session time-out
          --older-than=24h --session-timeout=25h | --session-timeout 25h | --include-live
          --older-than=24h --store=memory | --store memory      | ps-txn, ps-txn-classic, file
          --older-than=24h            | --store ps-txn needs     | --url
          --older-than=24h --store=file | --store file needs     | --store-dir
          --older-than=24h --url=jdbc:h2:mem | --url             | jdbc:postgresql: or jdbc:oracle:
          --older-than=24h --url=jdbc:postgresql://x/y --batch=0 | batch 0 | 1 to 10000
          --older-than=24h --store=file --store-dir=/no/such | /no/such | no such directory
          --dry-run                   | --older-than             | Missing required option
          """)
  void wrongUse_isOneLineWithTheRule(String args, String value, String rule) {
    assertThat(purge(args.split(" "))).isEqualTo(2);

    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("app-sim purge: ").contains(value, rule);
  }

  /** Three snapshots: two days, two hours and no time old. */
  private static void fill(Path directory) throws IOException {
    try (FileStore store = new FileStore(directory, false)) {
      for (Duration age : List.of(Duration.ofDays(2), Duration.ofHours(2), Duration.ZERO)) {
        StoredSnapshot written = store.write(null, 0, new byte[] {1}, null);
        Files.setLastModifiedTime(
            directory.resolve("%016x.snapshot".formatted(written.id())),
            FileTime.from(Instant.now().minus(age)));
      }
    }
  }

  private static int snapshots(Path directory) {
    return directory.toFile().list((folder, name) -> name.endsWith(".snapshot")).length;
  }

  @Test
  void purge_deletesTheOldAndSaysSo(@TempDir Path directory) throws IOException {
    fill(directory);

    assertThat(purge("--older-than", "24h", "--store", "file", "--store-dir", directory.toString()))
        .isZero();

    assertThat(snapshots(directory)).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly("0 deleted, 0 locked, 1 remaining", "1 deleted, 0 locked, 0 remaining");
    assertThat(out.toString().strip())
        .isEqualTo(
            "1 snapshots older than 24h found: 1 deleted, 0 passed over because they were locked.");
  }

  @Test
  void dryRun_countsOnly(@TempDir Path directory) throws Exception {
    fill(directory);

    assertThat(purge("--older-than=1h", "--dry-run", "--store=file", "--store-dir=" + directory))
        .isZero();

    assertThat(snapshots(directory)).isEqualTo(3);
    assertThat(out.toString().strip())
        .isEqualTo("Dry run: 2 snapshots older than 1h found, none deleted.");
  }

  @Test
  void json_isOneObject(@TempDir Path directory) throws Exception {
    fill(directory);

    assertThat(
            purge(
                "--older-than=1s",
                "--include-live",
                "--json",
                "--store=file",
                "--store-dir=" + directory))
        .isZero();

    JsonNode event = new ObjectMapper().readTree(out.toString());
    assertThat(event.get("event").asText()).isEqualTo("purged");
    assertThat(event.get("found").asInt()).isEqualTo(2);
    assertThat(event.get("deleted").asInt()).isEqualTo(2);
    assertThat(event.get("olderThanMillis").asInt()).isEqualTo(1_000);
  }

  @Test
  void directoryOfARunningNode_isRefused(@TempDir Path directory) throws IOException {
    try (FileStore node = new FileStore(directory, false)) {
      StoredSnapshot live = node.write(null, 0, new byte[] {1}, null);

      assertThat(purge("--older-than=1h", "--store=file", "--store-dir=" + directory)).isEqualTo(2);

      assertThat(err.toString()).contains(directory.toString(), "another process");
      assertThat(node.read(live.id(), null)).containsExactly(1);
    }
  }
}
