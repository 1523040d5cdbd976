package cloakroom.bench.family.pool;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** In which order the sessions come that the benchmarks work on. */
final class SessionOrder {
  private static final long SEED = 20_110_811;

  private SessionOrder() {}

  /** The numbers from 0 in the order in which sessions come: one anywhere after another. */
  static List<Integer> scrambled(int count) {
    List<Integer> numbers = new ArrayList<>(IntStream.range(0, count).boxed().toList());
    Collections.shuffle(numbers, new Random(SEED));
    return numbers;
  }
}
