package cloakroom.bench.family.pool;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** In which order sessions come. */
public enum Order {
  /** as users come: one anywhere in memory after another */
  SCRAMBLED,
  /** as they were made, so that the processor fetches the next one before it is asked for */
  NEIGHBOURS;

  private static final long SEED = 20_110_811;

  /** The numbers from 0 in this order. */
  List<Integer> numbers(int count) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbers.add(i);
    }
    if (this == SCRAMBLED) {
      Collections.shuffle(numbers, new Random(SEED));
    }
    return numbers;
  }
}
