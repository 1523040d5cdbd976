package cloakroom.stress.options;

import cloakroom.command.Durations;
import cloakroom.contract.FaultCommand;
import cloakroom.contract.FaultKind;
import cloakroom.contract.FaultKind.FaultTarget;
import cloakroom.contract.FaultKind.Lasts;
import cloakroom.options.Kind;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A fault that a variant is to have, as in {@code link-loss@20s+5s=1%}: what, how much of the
 * measured phase before it, for how long, and how strong. Semicolons separate several faults.
 *
 * @param value as that of a {@link FaultCommand}
 */
public record FaultSpec(FaultKind kind, Duration at, Duration length, long value, String text) {
  /** No fault at all. */
  public static final String NONE = "none";

  private static final String TIME = "\\d{1,9}(?:us|ms|s|m)";
  private static final Pattern FORM =
      Pattern.compile("([a-z-]+)@(%1$s)(?:\\+(%1$s))?(?:=(.+))?".formatted(TIME));
  private static final Pattern PERCENT = Pattern.compile("\\d{1,3}(\\.\\d{1,4})?%");
  private static final Duration LONGEST_WAY = Duration.ofSeconds(10);
  private static final int MILLION = 1_000_000;
  private static final BigDecimal PER_MILLION = BigDecimal.valueOf(MILLION / 100);

  /** Parses faults with semicolons between, or {@value #NONE}; returns the earliest first. */
  static List<FaultSpec> parse(String text) {
    List<FaultSpec> all =
        text.equals(NONE)
            ? List.of()
            : Stream.of(text.split(";", -1))
                .map(one -> one(one.strip()))
                .sorted(Comparator.comparing(FaultSpec::at))
                .toList();
    for (int i = 0; i < all.size(); i++) {
      for (FaultSpec later : all.subList(i + 1, all.size())) {
        all.get(i).requireApart(later);
      }
    }
    return all;
  }

  static String format(List<FaultSpec> faults) {
    return faults.isEmpty()
        ? NONE
        : faults.stream().map(FaultSpec::text).collect(Collectors.joining(";"));
  }

  private static FaultSpec one(String text) {
    Matcher form = FORM.matcher(text);
    Kind.require(
        form.matches() && FaultKind.named(form.group(1)).isPresent(),
        "must be like "
            + Arrays.stream(FaultKind.values())
                .map(FaultKind::form)
                .collect(Collectors.joining(", ")));
    FaultKind kind = FaultKind.named(form.group(1)).orElseThrow();
    Duration at = Kind.DURATION.parser().apply(form.group(2));
    Duration length = Kind.DURATION.parser().apply(form.group(3) == null ? "0" : form.group(3));
    boolean lasts = !length.isZero();
    boolean fits = lasts ? kind.lasts() != Lasts.NEVER : kind.lasts() != Lasts.MUST;
    long value = form.group(4) == null ? 0 : value(kind, form.group(4));
    boolean valued = value >= 0 && kind.example().isEmpty() == (value == 0);
    Kind.require(fits && valued, "must be like " + kind.form());
    String written =
        kind.key()
            + "@"
            + Durations.format(at)
            + (lasts ? "+" + Durations.format(length) : "")
            + (value == 0 ? "" : "=" + form.group(4));
    return new FaultSpec(kind, at, length, value, written);
  }

  /** Negative for what is no value of that kind. */
  private static long value(FaultKind kind, String text) {
    if (kind == FaultKind.LINK_LATENCY && text.matches(TIME)) {
      Duration more = Durations.parse(text);
      return more.compareTo(LONGEST_WAY) > 0 ? -1 : more.toNanos() / 1_000;
    }
    if (kind == FaultKind.LINK_LOSS && PERCENT.matcher(text).matches()) {
      BigDecimal percent = new BigDecimal(text.substring(0, text.length() - 1));
      long lost = percent.multiply(PER_MILLION).longValue();
      return lost > MILLION ? -1 : lost;
    }
    return -1;
  }

  /** Rejects faults of one target that overlap, and a second node that ends. */
  private void requireApart(FaultSpec later) {
    boolean same = family().equals(later.family());
    Kind.require(
        !same || (kind.place() != FaultTarget.NODE && later.at.compareTo(at.plus(length)) >= 0),
        "%s and %s overlap; %s"
            .formatted(
                text,
                later.text,
                kind.place() == FaultTarget.NODE
                    ? "only one node ends in a trial"
                    : "the first must end before the second starts"));
  }

  private String family() {
    return kind.key().substring(0, kind.key().indexOf('-'));
  }

  public boolean ends() {
    return kind.lasts() != Lasts.NEVER;
  }

  public FaultCommand order(boolean begins) {
    return new FaultCommand(kind, begins, value);
  }
}
