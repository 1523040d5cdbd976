package cloakroom.stress.run;

import cloakroom.stress.watch.DatabaseActivity;
import cloakroom.stress.watch.DatabaseCounters;
import cloakroom.stress.watch.DatabaseWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A database that counts one session more each time it is asked. */
final class FakeWatch implements DatabaseWatch {
  final List<String> calls = new ArrayList<>();

  /** For how many users it has rows. */
  OptionalLong users = OptionalLong.of(1_000);

  private int sessions;

  @Override
  public synchronized DatabaseCounters counters() {
    sessions++;
    return new DatabaseCounters(sessions, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  @Override
  public synchronized DatabaseCounters settled(Duration limit) {
    calls.add("counters");
    return counters();
  }

  @Override
  public Optional<DatabaseActivity> activity() {
    return Optional.of(new DatabaseActivity(5, 1, 0));
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
  public void close() {
    calls.add("close");
  }
}
