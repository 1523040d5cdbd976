package cloakroom.stress.options;

import cloakroom.command.Durations;
import cloakroom.contract.FaultCommand;
import cloakroom.contract.FaultKind;
import cloakroom.contract.FaultKind.FaultTarget;
import cloakroom.contract.FaultKind.Lasts;
import cloakroom.options.Kind;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fault to inject during a load. Example: with {@code link-loss@20s+5s=1%}, 1 % of the packets are
 * lost for 5 s from second 20 on.
 */
public record FaultSpec(FaultKind kind, Duration at, Duration length, long value, String text) {
  public static final String NONE = "none";
  private static final String TIME = "\\d{1,9}(?:us|ms|s|m)";
  private static final Pattern FORM =
      Pattern.compile("([a-z-]+)@(%1$s)(?:\\+(%1$s))?(?:=(.+))?".formatted(TIME));
  private static final Pattern PERCENT = Pattern.compile("\\d{1,3}(\\.\\d{1,4})?%");
  private static final Duration MAX_ADDED_LATENCY = Duration.ofSeconds(10);
  private static final int MILLION = 1_000_000;

  static List<FaultSpec> parse(String text) {
    List<FaultSpec> all =
        text.equals(NONE)
            ? List.of()
            : Stream.of(text.split(";", -1))
                .map(one -> parseOne(one.strip()))
                .sorted(Comparator.comparing(FaultSpec::at))
                .toList();
    for (int i = 0; i < all.size(); i++) {
      all.subList(i + 1, all.size()).forEach(all.get(i)::requireNoOverlap);
    }
    return all;
  }

  static String format(List<FaultSpec> faults) {
    return faults.isEmpty()
        ? NONE
        : faults.stream().map(FaultSpec::text).collect(Collectors.joining(";"));
  }

  private static FaultSpec parseOne(String text) {
    Matcher form = FORM.matcher(text);
    String forms =
        Stream.of(FaultKind.values()).map(FaultKind::form).collect(Collectors.joining(", "));
    Kind.require(
        form.matches() && FaultKind.named(form.group(1)).isPresent(), "must be like " + forms);
    FaultKind kind = FaultKind.named(form.group(1)).orElseThrow();
    Duration at = Kind.DURATION.parser().apply(form.group(2));
    Duration length = Kind.DURATION.parser().apply(form.group(3) == null ? "0" : form.group(3));
    boolean fits = !length.isZero() ? kind.lasts() != Lasts.NEVER : kind.lasts() != Lasts.MUST;
    long value = form.group(4) == null ? 0 : value(kind, form.group(4));
    boolean valued = value >= 0 && kind.example().isEmpty() == (value == 0);
    Kind.require(fits && valued, "must be like " + kind.form());
    String time = Durations.format(at) + (length.isZero() ? "" : "+" + Durations.format(length));
    String strength = value == 0 ? "" : "=" + form.group(4);
    return new FaultSpec(kind, at, length, value, kind.key() + "@" + time + strength);
  }

  private static long value(FaultKind kind, String text) {
    if (kind == FaultKind.LINK_LATENCY && text.matches(TIME)) {
      Duration added = Durations.parse(text);
      return added.compareTo(MAX_ADDED_LATENCY) > 0 ? -1 : added.toNanos() / 1_000;
    }
    if (kind == FaultKind.LINK_LOSS && PERCENT.matcher(text).matches()) {
      long lost = new BigDecimal(text.replace("%", "")).movePointRight(4).longValue();
      return lost > MILLION ? -1 : lost;
    }
    return -1;
  }

  /** Throws if the faults of one target overlap in time, or if both faults end a node. */
  private void requireNoOverlap(FaultSpec later) {
    boolean node = kind.place() == FaultTarget.NODE;
    String rule =
        node ? "only one node ends in a trial" : "the first must end before the second starts";
    Kind.require(
        !sharesTarget(later) || (!node && later.at.compareTo(at.plus(length)) >= 0),
        "%s and %s overlap; %s".formatted(text, later.text, rule));
  }

  /** Returns whether both faults change the same part of the system, so that one must be over. */
  public boolean sharesTarget(FaultSpec other) {
    String family = kind.key().substring(0, kind.key().indexOf('-') + 1);
    return other.kind.key().startsWith(family);
  }

  public boolean ends() {
    return kind.lasts() != Lasts.NEVER;
  }

  public FaultCommand command(boolean begins) {
    return new FaultCommand(kind, begins, value);
  }
}
