package cloakroom.stress.trial;

import cloakroom.stress.folder.Variant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

public record TrialSpec(int number, int of, Variant variant) {
  /**
   * Returns the order of the variants in a block; blocks count from 0. In each cycle of blocks, a
   * variant runs equally often at each position and after each other variant. After-effects of
   * trials and drift of the machine therefore affect all variants equally. A cycle has n blocks for
   * n variants, or 2n if n is odd. Source: E. J. Williams, Experimental designs balanced for the
   * estimation of residual effects of treatments, 1949.
   */
  static <T> List<T> order(List<T> variants, int block) {
    int n = variants.size();
    int[] variantAt = new int[n]; // so that the first block has the order of the variants
    for (int i = 0; i < n; i++) {
      variantAt[zigzag(i, n)] = i;
    }
    List<T> order = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      order.add(variants.get(variantAt[(zigzag(i, n) + block) % n]));
    }
    if (n % 2 == 1 && block / n % 2 == 1) {
      Collections.reverse(order);
    }
    return order;
  }

  /** Returns the element at an index of the sequence 0, 1, n-1, 2, n-2, ... */
  private static int zigzag(int index, int n) {
    return index % 2 == 0 ? (n - index / 2) % n : index / 2 + 1;
  }

  public static List<TrialSpec> once(List<Variant> variants) {
    return IntStream.range(0, variants.size())
        .mapToObj(i -> new TrialSpec(i + 1, variants.size(), variants.get(i)))
        .toList();
  }

  public String folder() {
    return String.format("%02d-%s", number, variant.name().replaceAll("[^A-Za-z0-9._-]+", "-"));
  }
}
