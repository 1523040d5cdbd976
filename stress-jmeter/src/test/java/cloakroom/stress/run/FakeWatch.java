package cloakroom.stress.run;

import cloakroom.stress.files.DatabaseCounter;
import cloakroom.stress.watch.CounterNotes;
import cloakroom.stress.watch.DatabaseCounters;
import cloakroom.stress.watch.DatabaseWatch;
import cloakroom.stress.watch.ServerRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** A database that counts one session more each time it is asked. */
final class FakeWatch implements DatabaseWatch {
  final List<String> calls = new ArrayList<>();

  /** For how many users it has rows. */
  OptionalLong users = OptionalLong.of(1_000);

  /** Told the file of each record before it begins. */
  Consumer<Path> beside = file -> {};

  private int sessions;

  @Override
  public synchronized DatabaseCounters counters() {
    sessions++;
    return new DatabaseCounters(Map.of(DatabaseCounter.SESSIONS, (long) sessions));
  }

  @Override
  public CounterNotes counterNotes() {
    return new CounterNotes(
        Map.of(DatabaseCounter.COMMITS, "nobody counts them"), Set.of(DatabaseCounter.SESSIONS));
  }

  @Override
  public synchronized DatabaseCounters settled(Duration limit) {
    calls.add("counters");
    return counters();
  }

  @Override
  public Optional<Activity> activity() {
    return Optional.of(new Activity(5, 1, 0));
  }

  /** Records nothing but the moments of the ticks. */
  @Override
  public ServerRecord record(Path file) {
    beside.accept(file);
    return new FakeRecord(file);
  }

  @Override
  public void tidy() {
    calls.add("tidy");
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("version", "Fake 1", "fsync", "on");
  }

  @Override
  public OptionalLong users() {
    return users;
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
  public void close() {
    calls.add("close");
  }
}
