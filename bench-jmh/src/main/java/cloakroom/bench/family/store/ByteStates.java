package cloakroom.bench.family.store;

import java.util.Arrays;
import java.util.Random;

/** Seeded random bytes, which no database can compress. */
final class ByteStates implements States<byte[]> {
  private static final long SEED = 20_110_811;
  private static final int DIFFERENT = 97;

  private final byte[][] contents = new byte[DIFFERENT][];

  ByteStates(int size) {
    Random random = new Random(SEED + size);
    for (int i = 0; i < DIFFERENT; i++) {
      contents[i] = new byte[size];
      random.nextBytes(contents[i]);
    }
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
