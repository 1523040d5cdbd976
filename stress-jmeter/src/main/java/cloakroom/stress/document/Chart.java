package cloakroom.stress.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Lines or bars over an axis.
 *
 * @param id of its place in the page
 * @param note a sentence on what is drawn, or empty
 * @param labels names of the places on the x axis; empty when it is one of numbers
 * @param legend whether it has a legend of its own; otherwise one stands above all charts
 */
public record Chart(
    String id,
    Kind kind,
    String title,
    String unit,
    String note,
    Axis x,
    Axis y,
    List<String> labels,
    List<Line> lines,
    boolean legend) {
  static final int HUES = 8;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** What is drawn. */
  public enum Kind {
    /** Lines over time or another quantity, without marks. */
    CURVES,
    /** Lines with a mark at each point. */
    POINTS,
    /** Bars that lie below each other. */
    BARS
  }

  /** How an axis is divided. */
  public enum Scale {
    /** Evenly. */
    LINEAR,
    /** By factors. */
    LOGARITHMIC,
    /** By factors if the values differ by more than that, evenly otherwise. */
    AUTO
  }

  /** An axis; its end is not a number if that follows from the values. */
  public record Axis(String title, Scale scale, double max) {
    /** An axis as long as its values ask for. */
    public static Axis of(String title, Scale scale) {
      return new Axis(title, scale, Double.NaN);
    }

    private JsonNode json() {
      return JSON.objectNode()
          .put("title", title)
          .put("scale", scale.name())
          .set("max", number(max));
    }
  }

  /**
   * A line, or a row of bars.
   *
   * @param group what the common legend shows and hides it with
   * @param hue its colour, -1 for grey
   * @param dash its stroke, 0 for an unbroken one
   * @param hollow whether it is somebody else's
   * @param right whether it belongs to an axis of its own at the right
   * @param points x and y of each point; with labels, y alone
   */
  public record Line(
      String label,
      int group,
      int hue,
      int dash,
      boolean hollow,
      boolean right,
      List<double[]> points) {}

  /** An entry of the common legend, of which each chart has so many lines. */
  public record Entry(String name, int strokes) {}

  JsonNode json() {
    ObjectNode json = JSON.objectNode().put("id", id).put("kind", kind.name()).put("unit", unit);
    json.set("x", x.json());
    json.set("y", y.json());
    labels.forEach(json.putArray("labels")::add);
    ArrayNode all = json.put("legend", legend).putArray("lines");
    lines.forEach(line -> draw(all.addObject(), line));
    return json;
  }

  private void draw(ObjectNode json, Line line) {
    json.put("label", line.label()).put("group", line.group());
    json.put("hue", line.hue()).put("dash", line.dash());
    json.put("hollow", line.hollow()).put("right", line.right());
    ArrayNode points = json.putArray("points");
    for (double[] point : line.points()) {
      ArrayNode into = labels.isEmpty() ? points.addArray() : points;
      for (double value : point) {
        into.add(number(value));
      }
    }
  }

  /** Three digits behind the point are more than a chart shows; what is no number is null. */
  private static JsonNode number(double value) {
    if (!Double.isFinite(value)) {
      return JSON.nullNode();
    }
    double rounded = Math.abs(value) < 1 ? value : Math.round(value * 1000) / 1000.0;
    return rounded == Math.rint(rounded)
        ? JSON.numberNode((long) rounded)
        : JSON.numberNode(rounded);
  }
}
