package cloakroom.stress.run;

import cloakroom.stress.files.CountersFile;
import cloakroom.stress.measure.ServerWork.Group;
import cloakroom.stress.watch.ServerRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A server that commits once for each tick, and refuses to tell of its log. */
final class FakeRecord implements ServerRecord {
  private final Path file;
  private final List<String> lines = new ArrayList<>();

  FakeRecord(Path file) {
    this.file = file;
    lines.add("epochMs,ownTransactions,ownStatements,ownMicros,commits,logBytes");
  }

  @Override
  public synchronized void tick(long epochMs) {
    int rows = lines.size();
    lines.add(epochMs + ",0," + 2 * rows + "," + 900 * rows + "," + rows + ",");
  }

  @Override
  public Optional<CountersFile.Server> told() {
    return Optional.of(
        new CountersFile.Server(
            "Fake",
            List.of(
                new Group("database", Group.SAMPLED, "", "", List.of("commits")),
                new Group(
                    "wal", "not permitted", "hidden", "grant look to us", List.of("logBytes"))),
            lines.size() - 1,
            0,
            null));
  }

  @Override
  public synchronized void close() {
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
