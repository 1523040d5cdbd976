package cloakroom.stress.run;

import cloakroom.stress.measure.Variant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
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

  /** The same one after the other; none at the end of the run. */
  static Supplier<Optional<TrialSpec>> inTurn(List<Variant> variants, int trials) {
    Iterator<TrialSpec> all = interleaved(variants, trials).iterator();
    return () -> all.hasNext() ? Optional.of(all.next()) : Optional.empty();
  }

  String folder() {
    return String.format("%02d-%s", number, variant.name().replaceAll("[^A-Za-z0-9._-]+", "-"));
  }
}
