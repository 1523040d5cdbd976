package cloakroom.stress.run;

import cloakroom.stress.measure.Variant;
import java.util.List;
import java.util.stream.IntStream;

/** One trial that is to be run: its number, from 1, of how many. */
record TrialSpec(int number, int of, Variant variant) {
  /** All variants once, then all again (A B A B), so that drift of the machine hits them alike. */
  static List<TrialSpec> interleaved(List<Variant> variants, int trials) {
    int of = variants.size() * trials;
    return IntStream.range(0, of)
        .mapToObj(i -> new TrialSpec(i + 1, of, variants.get(i % variants.size())))
        .toList();
  }

  String folder() {
    return String.format("%02d-%s", number, variant.name().replaceAll("[^A-Za-z0-9._-]+", "-"));
  }
}
