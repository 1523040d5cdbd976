package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.passivation.FileStore;
import cloakroom.passivation.StoredSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PurgeCommandTest {
  private static Ran purge(String... args) {
    return Ran.of(Stream.concat(Stream.of("purge"), Arrays.stream(args)).toArray(String[]::new));
  }

  private static Ran purge(Path directory, String... args) {
    Ran ran =
        purge(
            Stream.concat(
                    Stream.of("--store=file", "--store-dir=" + directory), Arrays.stream(args))
                .toArray(String[]::new));
    assertThat(ran.code()).as(ran.err()).isZero();
    return ran;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --older-than=0s --session-timeout=0s --store=file --store-dir=/tmp | older than PT0S | the age must be more than zero
          --older-than=-24h           | '-24h' is not a duration | 300ms
          --older-than=soon           | 'soon' is not a duration | 300ms
          --older-than=29m            | --older-than 29m is below --session-timeout 30m | the maximum age of live
          --older-than=24h --session-timeout=25h | --session-timeout 25h | --include-live
          --older-than=24h --store=memory | --store memory      | ps-txn, ps-txn-classic, file
          --older-than=24h            | --store ps-txn requires     | --url
          --older-than=24h --store=file | --store file requires     | --store-dir
          --older-than=24h --url=jdbc:h2:mem | --url             | jdbc:postgresql: or jdbc:oracle:
          --older-than=24h --url=jdbc:postgresql://x/y --batch=0 | batch 0 | 1 to 10000
          --older-than=24h --url=jdbc:postgresql://x/y --batch=10001 | batch 10001 | 1 to 10000
          --older-than=24h --store=file --store-dir=/no/such | /no/such | no such directory
          --dry-run                   | --older-than             | Missing required option
          """)
  void wrongUse_isOneLineWithTheRule(String args, String value, String rule) {
    assertThat(Ran.failureOf(("purge " + args).split(" ")))
        .startsWith("app-sim purge: ")
        .contains(value, rule);
  }

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

    Ran ran = purge(directory, "--older-than", "24h");

    assertThat(snapshots(directory)).isEqualTo(2);
    assertThat(ran.err().lines())
        .containsExactly("0 deleted, 0 locked, 1 remaining", "1 deleted, 0 locked, 0 remaining");
    assertThat(ran.out())
        .isEqualTo(
            "1 snapshots older than 24h found: 1 deleted, 0 skipped because they were locked.");
  }

  @Test
  void dryRun_countsOnly_andJsonIsOneObject(@TempDir Path directory) throws Exception {
    fill(directory);

    assertThat(purge(directory, "--older-than=1h", "--dry-run").out())
        .isEqualTo("Dry run: 2 snapshots older than 1h found, none deleted.");

    assertThat(snapshots(directory)).isEqualTo(3);
    assertThat(purge(directory, "--older-than=10m", "--include-live", "--json").out())
        .isEqualTo(
            """
            {"event":"purged","store":"file","olderThanMillis":600000,"dryRun":false,"found":2,\
            "deleted":2,"locked":0}""");
  }

  @Test
  void directoryOfARunningNode_isRefused(@TempDir Path directory) throws IOException {
    try (FileStore node = new FileStore(directory, false)) {
      StoredSnapshot live = node.write(null, 0, new byte[] {1}, null);

      assertThat(
              Ran.failureOf("purge", "--older-than=1h", "--store=file", "--store-dir=" + directory))
          .contains(directory.toString(), "another process");
      assertThat(node.read(live.id(), null)).containsExactly(1);
    }
  }
}
