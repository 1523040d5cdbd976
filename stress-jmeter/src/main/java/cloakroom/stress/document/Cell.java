package cloakroom.stress.document;

import cloakroom.statistics.Interval;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Table cell. {@code below} is a second line in small print; {@code hue} -1 means no colour. */
public record Cell(Content content, String below, Set<Tone> tones, int hue) {
  private static final String DASH = "–";

  public sealed interface Content {
    String text();
  }

  public record Text(String text) implements Content {}

  public record Figure(double value, int digits, String unit) implements Content {
    @Override
    public String text() {
      return text("%,.");
    }

    String text(String format) {
      return Double.isFinite(value) ? (format + digits + "f").formatted(value) + unit : DASH;
    }
  }

  /** Value with its bounds, in the form that {@link Interval#text} returns. */
  public record IntervalCell(Interval interval, String unit) implements Content {
    @Override
    public String text() {
      return interval.text(unit);
    }
  }

  /**
   * Link to a relative address, or to an element of the same page if the address is # and its id.
   */
  public record Hyperlink(String text, String address) implements Content {}

  public record Anchor(String text, String id) implements Content {}

  public record Shares(List<ShareCell> shares, String hint, Tone tone) implements Content {
    @Override
    public String text() {
      return total() == 0
          ? DASH
          : seen().stream()
              .map(share -> share.name + " " + percent(part(share)))
              .collect(Collectors.joining(", "));
    }

    long total() {
      return shares.stream().mapToLong(ShareCell::count).sum();
    }

    List<ShareCell> seen() {
      return shares.stream().filter(share -> share.count > 0).toList();
    }

    double part(ShareCell share) {
      return (double) share.count / total();
    }
  }

  public record ShareCell(String name, Tone tone, long count) {}

  public static Cell of(String text) {
    return of(new Text(text));
  }

  public static Cell of(Content content) {
    return new Cell(content, "", Set.of(), -1);
  }

  public static Cell of(double value, int digits) {
    return of(new Figure(value, digits, ""));
  }

  /** Returns a cell with a ratio and its bounds. */
  public static Cell ratio(Interval interval) {
    return of(new IntervalCell(interval, Interval.TIMES));
  }

  public static Cell count(long value) {
    return of((double) value, 0);
  }

  /** Returns a number with its noun, for instance "1 node" or "2 nodes". */
  public static String counted(long count, String noun) {
    return "%,d %s%s".formatted(count, noun, count == 1 ? "" : "s");
  }

  public static List<Cell> all(List<String> texts) {
    return texts.stream().map(Cell::of).toList();
  }

  public Cell below(String line) {
    return new Cell(content, line, tones, hue);
  }

  public Cell toned(Tone tone, boolean condition) {
    if (!condition) {
      return this;
    }
    Set<Tone> all = EnumSet.of(tone);
    all.addAll(tones);
    return new Cell(content, below, all, hue);
  }

  public Cell named(int index) {
    return new Cell(content, below, EnumSet.of(Tone.STRONG), index);
  }

  public String text() {
    return content.text();
  }

  /**
   * Formats a share from 0 to 1 as percent. Prints 0 % only for exactly 0, and 100 % only for 1.
   */
  public static String percent(double share) {
    double percent = share * 100;
    return Double.isNaN(share)
        ? DASH
        : percent > 0 && percent < 0.1
            ? "<0.1 %"
            : percent < 100 && percent > 99.9
                ? ">99.9 %"
                : "%.1f".formatted(percent).replaceFirst("\\.0$", "") + " %";
  }

  String style(boolean number) {
    StringBuilder style = new StringBuilder(number ? "number" : "");
    Arrays.stream(Tone.values())
        .filter(tones::contains)
        .forEach(tone -> style.append(' ').append(tone.style()));
    style.append(content instanceof IntervalCell ? " ratio" : "");
    return style.append(hue < 0 ? "" : " hue" + hue % Chart.HUES).toString().strip();
  }
}
