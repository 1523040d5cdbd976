package cloakroom.bench.family.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;

/** Seeded bytes: random ones, which no database can compress, or text, which it can. */
final class ByteStates implements States<byte[]> {
  private static final long SEED = 20_110_811;
  private static final int DIFFERENT = 97;

  private static final List<String> NAMES =
      List.of("EmployeeId", "DepartmentName", "Salary", "HireDate", "ManagerId", "LocationId");

  private final byte[][] contents = new byte[DIFFERENT][];

  private ByteStates(int size, BiConsumer<Random, byte[]> filling) {
    Random random = new Random(SEED + size);
    for (int i = 0; i < DIFFERENT; i++) {
      contents[i] = new byte[size];
      filling.accept(random, contents[i]);
    }
  }

  /** Random bytes. */
  ByteStates(int size) {
    this(size, Random::nextBytes);
  }

  /** Names and numbers, as an encoded state without compression holds them. */
  static ByteStates text(int size) {
    return new ByteStates(size, ByteStates::write);
  }

  /** Fills the array with text. */
  static void write(Random random, byte[] content) {
    StringBuilder text = new StringBuilder();
    while (text.length() < content.length) {
      text.append(NAMES.get(random.nextInt(NAMES.size()))).append('=');
      text.append(random.nextInt(1_000_000)).append(';');
    }
    System.arraycopy(
        text.toString().getBytes(StandardCharsets.US_ASCII), 0, content, 0, content.length);
  }

  @Override
  public byte[] of(int session, int turn) {
    return contents[(session + turn) % DIFFERENT];
  }

  @Override
  public boolean looksLike(byte[] given, byte[] back) {
    int last = given.length - 1;
    return back.length == given.length && back[0] == given[0] && back[last] == given[last];
  }

  @Override
  public boolean equal(byte[] given, byte[] back) {
    return Arrays.equals(given, back);
  }
}
