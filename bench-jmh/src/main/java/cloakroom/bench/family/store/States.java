package cloakroom.bench.family.store;

import cloakroom.bench.family.PlainState;
import cloakroom.state.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * The states that sessions have one after another; the same sessions have the same states in every
 * run, and every two successive states of a session differ.
 *
 * @param all states, of which a session has the next at each turn
 * @param looksLike whether what came back is what was given; cheap enough to be asked each time
 * @param <S> what a session's state is to a subject
 */
record States<S>(List<S> all, BiPredicate<S, S> looksLike) {
  /** How many there are. */
  static final int SESSIONS = 80;

  private static final long SEED = 20_110_811;
  private static final int DIFFERENT = 97;
  private static final List<String> NAMES =
      List.of("EmployeeId", "DepartmentName", "Salary", "HireDate", "ManagerId", "LocationId");

  /** Random bytes, which no database can compress. */
  static States<byte[]> random(int size) {
    return bytes(size, Random::nextBytes);
  }

  /** Names and numbers, as an encoded state without compression holds them. */
  static States<byte[]> text(int size) {
    return bytes(size, States::write);
  }

  private static States<byte[]> bytes(int size, BiConsumer<Random, byte[]> filling) {
    Random random = new Random(SEED + size);
    List<byte[]> contents =
        Stream.generate(() -> new byte[size])
            .limit(DIFFERENT)
            .peek(content -> filling.accept(random, content))
            .toList();
    return new States<>(
        contents,
        (given, back) ->
            back.length == size && back[0] == given[0] && back[size - 1] == given[size - 1]);
  }

  private static void write(Random random, byte[] content) {
    StringBuilder text = new StringBuilder();
    while (text.length() < content.length) {
      text.append(NAMES.get(random.nextInt(NAMES.size()))).append('=');
      text.append(random.nextInt(1_000_000)).append(';');
    }
    byte[] ascii = text.toString().getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(ascii, 0, content, 0, content.length);
  }

  /** Snapshots, as we store them. */
  static States<Snapshot> snapshots(List<Snapshot> all) {
    return new States<>(
        all,
        (given, back) ->
            back.session().equals(given.session())
                && back.state().views().size() == given.state().views().size());
  }

  /** The same as plain objects: what an application puts into a session attribute. */
  static States<PlainState> plain(List<Snapshot> all) {
    return new States<>(
        all.stream().map(PlainState::of).toList(),
        (given, back) ->
            back.session.equals(given.session) && back.views.size() == given.views.size());
  }

  /** The state of a session at a turn, both from 0. */
  S of(int session, int turn) {
    return all.get((session + turn) % all.size());
  }

  /** Whether what came back is what was given in every part. */
  boolean equal(S given, S back) {
    return given instanceof byte[] bytes
        ? back instanceof byte[] others && Arrays.equals(bytes, others)
        : Objects.equals(given, back);
  }
}
