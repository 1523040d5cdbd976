package cloakroom.bench.family.store;

import java.util.Arrays;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * States of which each differs from the session's state before in one run of bytes, a tenth of the
 * whole; everything else stays where it was.
 */
final class ChangingStates implements States<byte[]> {
  private static final long SEED = 20_110_812;
  private static final int DIFFERENT = 64;
  private static final int SHARE = 10;

  /** Where a session changes its state. */
  enum Place {
    /** the same tenth each time, as a user does who works on one row */
    SAME,
    /** another tenth each time, so that after ten turns nothing is as it was */
    ANOTHER
  }

  private final byte[][] contents = new byte[DIFFERENT][];

  /** Random bytes, which no database can compress. */
  static ChangingStates random(int size, Place place) {
    return new ChangingStates(size, place, Random::nextBytes);
  }

  /** Text, which a database can compress. */
  static ChangingStates text(int size, Place place) {
    return new ChangingStates(size, place, ByteStates::write);
  }

  private ChangingStates(int size, Place place, BiConsumer<Random, byte[]> filling) {
    Random random = new Random(SEED + size);
    byte[] present = new byte[size];
    filling.accept(random, present);
    int run = size / SHARE;
    for (int i = 0; i < DIFFERENT; i++) {
      byte[] change = new byte[run];
      filling.accept(random, change);
      int at = place == Place.SAME ? run : i % SHARE * run;
      System.arraycopy(change, 0, present, at, run);
      contents[i] = present.clone();
    }
  }

  @Override
  public byte[] of(int session, int turn) {
    return contents[(session + turn) % DIFFERENT];
  }

  @Override
  public boolean looksLike(byte[] given, byte[] back) {
    return back.length == given.length;
  }

  @Override
  public boolean equal(byte[] given, byte[] back) {
    return Arrays.equals(given, back);
  }
}
