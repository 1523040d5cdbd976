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
  // Limits the points of all curves of a chart, because more would make a report page too large.
  private static final int MAX_POINTS = 4_800;
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new SimpleModule().addSerializer(double[].class, new Numbers()));

  public enum Kind {
    CURVES,
    POINTS,
    BARS,
    /** One row per label, with a dot for the value and a line for its confidence interval. */
    DOTS,
    /** Points with x and y values. The label of each point is the name of its {@link Line}. */
    SCATTER
  }

  public enum Scale {
    LINEAR,
    LOGARITHMIC,
    /** Logarithmic if all values are above 0 and differ by a large factor; otherwise linear. */
    AUTO,
    /** Logarithmic in 1/(1-p) for a percentile p, as in HdrHistogram's plots: 0 %, 90 %, 99 %. */
    NINES
  }

  public record Axis(String title, Scale scale) {}

  /**
   * Line of a chart, or a series of bars.
   *
   * @param hue number of the colour; -1 for grey
   * @param dash number of the stroke pattern; 0 for a solid line
   * @param hollow whether the values are limits, targets or published values, not measurements
   * @param points arrays of x, y and bounds of y; without x if the chart has labels
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

  public record LegendEntry(String name, int strokes) {}

  public record Mark(double x, String label, int group) {}

  JsonNode json() {
    List<Line> drawn =
        kind == Kind.CURVES ? lines.stream().map(l -> l.with(thinned(l.points()))).toList() : lines;
    return JSON.valueToTree(
        new Chart(id, kind, title, unit, note, x, y, labels, drawn, legend, marks));
  }

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

  /** Serializer of points with three decimals, which are enough to draw. NaN becomes null. */
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
