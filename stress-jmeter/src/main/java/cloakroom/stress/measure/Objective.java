package cloakroom.stress.measure;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What has to be so, such as {@code service.p95 < 200ms, errors < 0.1%}: limits, all of them. */
public record Objective(String text, List<Limit> all) {
  private static final String OPTION = "--slo ";

  /** Reads expressions between commas; fails with one line at the first that will not do. */
  public static Objective parse(String text) {
    try {
      List<Limit> all = Stream.of(text.split(",", -1)).map(Limit::parse).toList();
      new Limits(all).requireFit(List.of());
      return new Objective(text, all);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage().replaceFirst("^--fail-if ", OPTION), e);
    }
  }

  /** Fails with one line unless it is on these figures alone. */
  public void requireFigures(Collection<String> told) {
    for (Limit limit : all) {
      if (!told.contains(limit.name())) {
        throw new IllegalArgumentException(
            "%s\"%s\": choose of %s"
                .formatted(
                    OPTION,
                    limit.text(),
                    told.stream().sorted().collect(Collectors.joining(", "))));
      }
    }
  }

  /** What is not as it has to be, by figures with the names of reports; empty if all is. */
  public String missed(Map<String, Double> figures) {
    return all.stream()
        .filter(limit -> limit.broken(figures).isEmpty())
        .map(Limit::text)
        .collect(Collectors.joining(", "));
  }
}
