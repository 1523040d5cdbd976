package cloakroom.stress.document;

import java.util.Arrays;
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
  /** How many colours there are. */
  static final int HUES = 8;

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

  /**
   * An axis.
   *
   * @param max its end; not a number if that follows from the values
   */
  public record Axis(String title, Scale scale, double max) {
    /** An axis as long as its values ask for. */
    public static Axis of(String title, Scale scale) {
      return new Axis(title, scale, Double.NaN);
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

  /**
   * An entry of the common legend.
   *
   * @param strokes how many of its lines each chart has
   */
  public record Entry(String name, int strokes) {}

  /** The chart as JSON. */
  String json() {
    return ChartJson.object()
        .put("id", id)
        .put("kind", kind.name())
        .put("unit", unit)
        .put("x", axis(x))
        .put("y", axis(y))
        .raw("labels", ChartJson.texts(labels))
        .put("legend", legend)
        .raw("lines", ChartJson.array(lines.stream().map(this::line).toList()))
        .end();
  }

  private static ChartJson axis(Axis axis) {
    return ChartJson.object()
        .put("title", axis.title())
        .put("scale", axis.scale().name())
        .put("max", axis.max());
  }

  private String line(Line line) {
    return ChartJson.object()
        .put("label", line.label())
        .put("group", line.group())
        .put("hue", line.hue())
        .put("dash", line.dash())
        .put("hollow", line.hollow())
        .put("right", line.right())
        .raw("points", ChartJson.array(line.points().stream().map(this::point).toList()))
        .end();
  }

  private String point(double[] point) {
    return labels.isEmpty()
        ? ChartJson.array(Arrays.stream(point).mapToObj(ChartJson::number).toList())
        : ChartJson.number(point[0]);
  }
}
