package cloakroom.stress.document;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A cell of a table; {@code below} is a smaller line under it, a hue of -1 is no colour. */
public record Cell(Content content, String below, Set<Tone> tones, int hue) {
  private static final String DASH = "–";

  /** What a cell says; a renderer knows by its kind how to write it. */
  public sealed interface Content {
    /** The same in one line. */
    String text();
  }

  public record Text(String text) implements Content {}

  /** A number with so many digits behind the point; a unit only if the heading has none. */
  public record Figure(double value, int digits, String unit) implements Content {
    @Override
    public String text() {
      return text("%,.");
    }

    String text(String format) {
      return Double.isFinite(value)
          ? String.format(Locale.ROOT, format + digits + "f", value) + unit
          : DASH;
    }
  }

  public record RatioCell(double ratio, double low, double high) implements Content {
    @Override
    public String text() {
      return Double.isFinite(ratio)
          ? String.format(Locale.ROOT, "%.2f [%.2f–%.2f]", ratio, low, high)
          : DASH;
    }
  }

  /** A relative address, or behind # the id of a place in the page, and what it is called. */
  public record Hyperlink(String text, String address) implements Content {}

  /** Words that links of the page go to by that id. */
  public record Anchor(String text, String id) implements Content {}

  /**
   * How a number of things is divided.
   *
   * @param hint what all of it is about, for who points at it
   * @param tone of the whole
   */
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

  /** A number; a dash if it is none. */
  public static Cell of(double value, int digits) {
    return of(new Figure(value, digits, ""));
  }

  public static Cell count(long value) {
    return of((double) value, 0);
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

  /** The same as the name of the n-th of several, in its colour. */
  public Cell named(int index) {
    return new Cell(content, below, EnumSet.of(Tone.STRONG), index);
  }

  public String text() {
    return content.text();
  }

  /**
   * A share of 0 to 1 in percent, at most one digit behind the point; a dash for NaN. Only what is
   * all says 100 %, and only what is nothing says 0 %.
   */
  public static String percent(double share) {
    if (Double.isNaN(share)) {
      return DASH;
    }
    double percent = share * 100;
    if (percent > 0 && percent < 0.1) {
      return "<0.1 %";
    }
    if (percent < 100 && percent > 99.9) {
      return ">99.9 %";
    }
    return String.format(Locale.ROOT, "%.1f", percent).replaceFirst("\\.0$", "") + " %";
  }

  /** The classes of its style: what it is, how it is to be taken, its colour. */
  String style(boolean number) {
    StringBuilder style = new StringBuilder(number ? "number" : "");
    Arrays.stream(Tone.values())
        .filter(tones::contains)
        .forEach(tone -> style.append(' ').append(tone.style()));
    if (content instanceof RatioCell) {
      style.append(" ratio");
    }
    if (hue >= 0) {
      style.append(" hue").append(hue % Chart.HUES);
    }
    return style.toString().strip();
  }
}
