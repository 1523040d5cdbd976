package cloakroom.stress.run;

import cloakroom.contract.FaultKind;
import cloakroom.contract.FaultKind.Lasts;
import cloakroom.contract.FaultKind.Place;
import cloakroom.contract.FaultOrder;
import cloakroom.stress.measure.Variant;
import cloakroom.stress.process.StressFailure;
import cloakroom.usage.Durations;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A fault that a variant is to have, as in {@code link-loss@20s+5s=1%}: what, how much of the
 * measured phase before it, for how long, and how strong. Several stand between semicolons.
 *
 * @param value as that of a {@link FaultOrder}
 */
record FaultSpec(FaultKind kind, Duration at, Duration length, long value, String text) {
  private static final String TIME = "\\d{1,9}(?:us|ms|s|m)";
  private static final Pattern FORM =
      Pattern.compile("([a-z-]+)@(%1$s)(?:\\+(%1$s))?(?:=(.+))?".formatted(TIME));
  private static final Pattern PERCENT = Pattern.compile("\\d{1,3}(\\.\\d{1,4})?%");
  private static final Duration LONGEST_WAY = Duration.ofSeconds(10);
  private static final int MILLION = 1_000_000;
  private static final BigDecimal PER_MILLION = BigDecimal.valueOf(MILLION / 100);

  /** The faults of a variant, the earliest first. */
  static List<FaultSpec> of(Variant variant) {
    return all(Variant.FAULT, variant.choice(Variant.FAULT, Variant.NO_FAULT));
  }

  /** The text to keep; {@code label} is what the user wrote it behind. */
  static String checked(String label, String text) {
    List<FaultSpec> all = all(label, text);
    for (int i = 0; i < all.size(); i++) {
      for (FaultSpec later : all.subList(i + 1, all.size())) {
        all.get(i).requireApart(label, later);
      }
    }
    return all.isEmpty()
        ? Variant.NO_FAULT
        : all.stream().map(FaultSpec::text).collect(Collectors.joining(";"));
  }

  private static List<FaultSpec> all(String label, String text) {
    return text.equals(Variant.NO_FAULT)
        ? List.of()
        : List.of(text.split(";", -1)).stream()
            .map(one -> of(label, one.strip()))
            .sorted(Comparator.comparing(FaultSpec::at))
            .toList();
  }

  private static FaultSpec of(String label, String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches() || FaultKind.named(form.group(1)).isEmpty()) {
      throw wrong(
          label,
          text,
          Arrays.stream(FaultKind.values()).map(FaultKind::form).collect(Collectors.joining(", ")));
    }
    FaultKind kind = FaultKind.named(form.group(1)).orElseThrow();
    Duration at = Rules.sane(label, Durations.parse(form.group(2)));
    Duration length = form.group(3) == null ? Duration.ZERO : Durations.parse(form.group(3));
    boolean lasts = !Rules.sane(label, length).isZero();
    boolean fits = lasts ? kind.lasts() != Lasts.NEVER : kind.lasts() != Lasts.MUST;
    long value = form.group(4) == null ? 0 : value(kind, form.group(4));
    if (!fits || value < 0 || kind.example().isEmpty() != (value == 0)) {
      throw wrong(label, text, kind.form());
    }
    String written =
        kind.key()
            + "@"
            + Durations.format(at)
            + (lasts ? "+" + Durations.format(length) : "")
            + (value == 0 ? "" : "=" + form.group(4));
    return new FaultSpec(kind, at, length, value, written);
  }

  private static StressFailure wrong(String label, String text, String forms) {
    return StressFailure.wrongUse(label + " '" + text + "': must be like " + forms);
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

  /** Two faults of one place cannot be told apart; of the nodes one alone ends. */
  private void requireApart(String label, FaultSpec later) {
    boolean same = family().equals(later.family());
    if (same && (kind.place() == Place.NODE || later.at.compareTo(at.plus(length)) < 0)) {
      throw StressFailure.wrongUse(
          "%s: %s and %s meet; %s",
          label,
          text,
          later.text,
          kind.place() == Place.NODE
              ? "only one node ends in a trial"
              : "the first has to be over before the other begins");
    }
  }

  private String family() {
    return kind.key().substring(0, kind.key().indexOf('-'));
  }

  boolean ends() {
    return kind.lasts() != Lasts.NEVER;
  }

  FaultOrder order(boolean begins) {
    return new FaultOrder(kind, begins, value);
  }
}
