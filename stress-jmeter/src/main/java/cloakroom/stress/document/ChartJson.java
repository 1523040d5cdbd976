package cloakroom.stress.document;

import java.util.List;
import java.util.stream.Collectors;

/** As much of JSON as a page carries for its charts; it cannot end the element it stands in. */
final class ChartJson {
  private final StringBuilder out = new StringBuilder("{");

  private ChartJson() {}

  static ChartJson object() {
    return new ChartJson();
  }

  ChartJson put(String key, String text) {
    return raw(key, quoted(text));
  }

  ChartJson put(String key, boolean value) {
    return raw(key, Boolean.toString(value));
  }

  ChartJson put(String key, double value) {
    return raw(key, number(value));
  }

  ChartJson put(String key, ChartJson object) {
    return raw(key, object.end());
  }

  /** Adds what is JSON already. */
  ChartJson raw(String key, String value) {
    out.append(out.length() > 1 ? "," : "").append(quoted(key)).append(':').append(value);
    return this;
  }

  String end() {
    return out + "}";
  }

  static String texts(List<String> texts) {
    return array(texts.stream().map(ChartJson::quoted).toList());
  }

  static String array(List<String> values) {
    return "[" + String.join(",", values) + "]";
  }

  /** Three digits behind the point are more than a chart shows; what is no number is null. */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return "null";
    }
    double rounded = Math.abs(value) < 1 ? value : Math.round(value * 1000) / 1000.0;
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }

  private static String quoted(String text) {
    return text.codePoints()
        .mapToObj(ChartJson::escaped)
        .collect(Collectors.joining("", "\"", "\""));
  }

  private static String escaped(int c) {
    return c < ' ' || "\"\\<>&".indexOf(c) >= 0
        ? String.format("\\u%04x", c)
        : Character.toString(c);
  }
}
