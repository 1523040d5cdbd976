package cloakroom.stress.trial;

import cloakroom.stress.folder.DatabaseCounter;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.folder.ServerWork.Group;
import cloakroom.stress.monitor.DatabaseMonitor;
import cloakroom.stress.monitor.DatabaseMonitor.DatabaseCounters;
import cloakroom.stress.monitor.DatabaseMonitor.ServerRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** Fake of a database with one more session in each reading. */
final class FakeWatch implements DatabaseMonitor {
  final List<String> calls = new ArrayList<>();

  boolean blind;
  Consumer<Path> records = file -> {};
  volatile boolean hasEndedSessions;
  private int sessions;
  private int writes;

  @Override
  public synchronized DatabaseCounters counters() {
    sessions++;
    return new DatabaseCounters(
        Map.of(
            DatabaseCounter.SESSIONS,
            (long) sessions,
            DatabaseCounter.PS_TXN_INSERTS,
            5L * sessions),
        Map.of(),
        Map.of(DatabaseCounter.COMMITS, "not counted"),
        Set.of(DatabaseCounter.SESSIONS),
        "",
        "",
        0,
        0,
        0);
  }

  @Override
  public synchronized DatabaseCounters settled(Duration limit) {
    calls.add("counters");
    return counters();
  }

  @Override
  public Optional<Activity> activity() {
    if (blind) {
      throw new IllegalStateException("blind");
    }
    return Optional.of(new Activity(5, 1, 0));
  }

  @Override
  public ServerRecord record(Path file) {
    records.accept(file);
    return new FakeRecord(file);
  }

  @Override
  public Map<String, String> tidy() {
    calls.add("tidy");
    return Map.of("vacuum", calls.size() == 1 ? "skipped: locked" : "done");
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("version", "Fake 1", "fsync", "on");
  }

  @Override
  public synchronized String endSessions() {
    hasEndedSessions = true;
    return "";
  }

  @Override
  public OptionalLong writes() {
    return OptionalLong.of(writes++);
  }

  @Override
  public void close() {
    calls.add("close");
  }

  /** Server with one commit for each tick, without permission to read its log. */
  private static final class FakeRecord implements ServerRecord {
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
    public ServerWork state() {
      return new ServerWork(
          "Fake",
          List.of(
              new Group("database", Group.SAMPLED, "", "", List.of("commits")),
              new Group("wal", "not permitted", "hidden", "grant look to us", List.of("logBytes"))),
          lines.size() - 1,
          0,
          "");
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
}
