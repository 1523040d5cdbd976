package cloakroom.stress.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Lines, points or bars over an axis.
 *
 * @param labels categories of the x axis; empty if the axis has numbers
 * @param legend whether it has a separate legend; otherwise all charts share one
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
    boolean legend,
    List<Mark> marks) {
  static final int HUES = 8;

  /** Maximum number of points of all curves together, so that a page of many trials stays small. */
  private static final int MAX_POINTS = 4_800;

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new SimpleModule().addSerializer(double[].class, new Numbers()));

  public enum Kind {
    CURVES,
    POINTS,
    BARS,
    /** A row for each label, with a dot and its interval. */
    DOTS,
    /** Points next to the names of their lines, which may have several lines of text. */
    SCATTER
  }

  public enum Scale {
    LINEAR,
    LOGARITHMIC,
    /** Logarithmic if the values differ by a large factor and none is 0, linear otherwise. */
    AUTO,
    /** Logarithmic in 1/(1-p): 0 %, 90 %, 99 %, as in HdrHistogram's plots of percentiles. */
    NINES
  }

  public record Axis(String title, Scale scale) {}

  /**
   * A line, or a row of bars.
   *
   * @param hue number of its colour, -1 for grey
   * @param dash number of its stroke, 0 for a solid one
   * @param hollow whether it is a bound, an objective or a published value
   * @param points x (if there are no labels), y and the interval of y if there is one
   */
  public record Line(
      String label,
      int group,
      int hue,
      int dash,
      boolean hollow,
      boolean right,
      List<double[]> points) {
    private Line with(List<double[]> others) {
      return new Line(label, group, hue, dash, hollow, right, others);
    }
  }

  /** An entry of the shared legend, and the number of its lines in each chart. */
  public record LegendEntry(String name, int strokes) {}

  /** A vertical line at a position of the x axis, in the colour of a group, -1 for grey. */
  public record Mark(double x, String label, int group) {}

  JsonNode json() {
    List<Line> drawn =
        kind == Kind.CURVES ? lines.stream().map(l -> l.with(thinned(l.points()))).toList() : lines;
    return JSON.valueToTree(
        new Chart(id, kind, title, unit, note, x, y, labels, drawn, legend, marks));
  }

  /** Returns means of neighbouring points, if there are too many. */
  private List<double[]> thinned(List<double[]> points) {
    int most = Math.max(1, MAX_POINTS / lines.size());
    int step = (points.size() + most - 1) / most;
    return step < 2
        ? points
        : IntStream.iterate(0, from -> from < points.size(), from -> from + step)
            .mapToObj(from -> points.subList(from, Math.min(points.size(), from + step)))
            .map(some -> new double[] {mean(some, 0), mean(some, 1)})
            .toList();
  }

  private static double mean(List<double[]> points, int part) {
    return points.stream().mapToDouble(point -> point[part]).average().orElse(Double.NaN);
  }

  /** Writes three decimals, which is more than a chart shows, and NaN as null. */
  private static final class Numbers extends JsonSerializer<double[]> {
    @Override
    public void serialize(double[] point, JsonGenerator out, SerializerProvider all)
        throws IOException {
      out.writeStartArray();
      for (double value : point) {
        double rounded = Math.abs(value) < 1 ? value : Math.round(value * 1000) / 1000.0;
        if (!Double.isFinite(value)) {
          out.writeNull();
        } else if (rounded == Math.rint(rounded)) {
          out.writeNumber((long) rounded);
        } else {
          out.writeNumber(rounded);
        }
      }
      out.writeEndArray();
    }
  }
}
