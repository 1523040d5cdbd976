package cloakroom.stress.document;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Cell of a table; {@code below} is a smaller line under it, a hue of -1 is no colour. */
public record Cell(Content content, String below, Set<Tone> tones, int hue) {
  private static final String DASH = "–";

  public sealed interface Content {
    String text();
  }

  public record Text(String text) implements Content {}

  /** Number with a number of decimals; it has a unit only if the heading has none. */
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

  /** Link to a relative address, or to an id of the page after #. */
  public record Hyperlink(String text, String address) implements Content {}

  public record Anchor(String text, String id) implements Content {}

  /** Shares of a total, with a tooltip and the tone of the whole cell. */
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

  public Cell named(int index) {
    return new Cell(content, below, EnumSet.of(Tone.STRONG), index);
  }

  public String text() {
    return content.text();
  }

  /** Returns a share in percent; only exact shares of 1 and 0 are printed as 100 % and 0 %. */
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

  /** Returns the style classes: type, tones, colour. */
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
