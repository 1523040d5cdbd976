package cloakroom.stress.watch;

import cloakroom.stress.files.CountersFile;
import cloakroom.stress.files.DatabaseCounter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Of a database that nobody has named: everything is not told. */
public final class NoWatch implements DatabaseWatch, DatabaseWatch.ServerRecord {
  private static final String WHY = "the database of the tier was not named (--url)";

  @Override
  public DatabaseCounters counters() {
    return new DatabaseCounters(Map.of(), "", "");
  }

  @Override
  public CounterNotes counterNotes() {
    return new CounterNotes(
        Stream.of(DatabaseCounter.values())
            .collect(Collectors.toMap(Function.identity(), counter -> WHY)),
        Set.of());
  }

  @Override
  public DatabaseCounters settled(Duration limit) {
    return counters();
  }

  @Override
  public Optional<Activity> activity() {
    return Optional.empty();
  }

  @Override
  public ServerRecord record(Path file) {
    return this;
  }

  @Override
  public void tidy() {}

  @Override
  public Map<String, String> settings() {
    return Map.of();
  }

  @Override
  public OptionalLong users() {
    return OptionalLong.empty();
  }

  @Override
  public Map<String, String> values() {
    return Map.of();
  }

  @Override
  public String mayEndSessions() {
    return WHY;
  }

  @Override
  public String endSessions() {
    return WHY;
  }

  @Override
  public OptionalLong writes() {
    return OptionalLong.empty();
  }

  @Override
  public long transactions() {
    return 0;
  }

  @Override
  public long sessions() {
    return 0;
  }

  @Override
  public void tick(long epochMs) {}

  @Override
  public CountersFile.Server told() {
    return null;
  }

  @Override
  public void close() {}
}
