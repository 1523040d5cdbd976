package cloakroom.stress.measure;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What has to be so, such as {@code service.p95 < 200ms, errors < 0.1%}: all of these limits. */
public record Objective(List<Limit> all) {
  /** Reads expressions between commas; fails with one line at the first that will not do. */
  public static Objective parse(String text) {
    return new Objective(Limit.objectives(text));
  }

  /** Fails with one line unless it is on these figures alone. */
  public void requireFigures(Collection<String> told) {
    for (Limit limit : all) {
      if (!told.contains(limit.name())) {
        throw new IllegalArgumentException(
            "--slo \"%s\": choose of %s"
                .formatted(limit.text(), told.stream().sorted().collect(Collectors.joining(", "))));
      }
    }
  }

  /** What is not as it has to be, by figures with the names of reports; empty if all is. */
  public String missed(Map<String, Double> figures) {
    return all.stream()
        .filter(
            limit ->
                limit.broken(figures).isPresent()
                    || figures.getOrDefault(limit.name(), Double.NaN).isNaN())
        .map(Limit::text)
        .collect(Collectors.joining(", "));
  }
}
