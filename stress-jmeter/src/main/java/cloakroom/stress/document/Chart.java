package cloakroom.stress.document;

import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Density;
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
 * @param id of its place in the page
 * @param note a sentence on what is drawn, or empty
 * @param labels names of the places on the x axis; empty when it is one of numbers
 * @param legend whether it has a legend of its own; otherwise one stands above all charts
 * @param marks what happened at places of the x axis, or is to be seen there
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

  /** Points that all curves of a chart have together, so that a page of many trials stays small. */
  private static final int MOST_POINTS = 4_800;

  /** The same of a table of its numbers. */
  private static final int MOST_ROWS = 96;

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new SimpleModule().addSerializer(double[].class, new Numbers()));

  public enum Kind {
    /** Lines over time or another quantity, without marks. */
    CURVES,
    /** Lines with a mark at each point. */
    POINTS,
    /** Bars that lie below each other. */
    BARS,
    /** Dots in rows below each other, with the interval of each. */
    DOTS,
    /** Points with the names of their lines beside them, which may take several lines of text. */
    SCATTER
  }

  public enum Scale {
    LINEAR,
    /** By factors. */
    LOGARITHMIC,
    /** By factors if the values differ by more than that and none is 0, evenly otherwise. */
    AUTO,
    /** Of 1/(1-p), by factors: 0 %, 90 %, 99 %, as in HdrHistogram's plots of percentiles. */
    NINES
  }

  public record Axis(String title, Scale scale) {}

  /**
   * A line, or a row of bars.
   *
   * @param group what the common legend shows and hides it with
   * @param hue its colour, -1 for grey
   * @param dash its stroke, 0 for an unbroken one
   * @param hollow whether it is somebody else's
   * @param right whether it belongs to an axis of its own at the right
   * @param points x and y of each point, and from where to where y may lie if that is known; with
   *     labels, the same without x
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

  /** An entry of the common legend, of which each chart has so many lines. */
  public record LegendEntry(String name, int strokes) {}

  /** An upright line at a place of the x axis, in the colour of a group, -1 for grey. */
  public record Mark(double x, String label, int group) {}

  /** What is drawn as a table; of lines with many points a few, each the mean of its neighbours. */
  Table numbers() {
    if (!labels.isEmpty()) {
      List<Column> columns = lines.stream().map(line -> Column.number(line.label())).toList();
      Table table = Table.of(Density.PLAIN, Column.of(x.title()), columns);
      for (int i = 0; i < labels.size(); i++) {
        int at = i;
        table.row(Cell.of(labels.get(i)), lines, line -> figure(line, at));
      }
      return table;
    }
    Table table = Table.of("line", "#" + x.title(), "#" + y.title(), "#from", "#to");
    for (Line line : lines) {
      for (double[] point : thinned(line.points(), MOST_ROWS)) {
        boolean interval = point.length > 3;
        table.row(
            Cell.of(line.label()),
            x.scale() == Scale.NINES ? Cell.of(Cell.percent(1 - 1 / point[0])) : figure(point[0]),
            figure(point[1]),
            figure(interval ? point[2] : Double.NaN),
            figure(interval ? point[3] : Double.NaN));
      }
    }
    return table;
  }

  /** A row of bars may end before the last label. */
  private static Cell figure(Line line, int at) {
    return figure(at < line.points().size() ? line.points().get(at)[0] : Double.NaN);
  }

  private static Cell figure(double value) {
    return Cell.of(value, value == Math.rint(value) ? 0 : Math.abs(value) >= 1 ? 2 : 3);
  }

  JsonNode json() {
    List<Line> drawn =
        kind == Kind.CURVES
            ? lines.stream().map(l -> l.with(thinned(l.points(), MOST_POINTS))).toList()
            : lines;
    return JSON.valueToTree(
        new Chart(id, kind, title, unit, note, x, y, labels, drawn, legend, marks));
  }

  /** Means of neighbours, where the chart has more points than can be told apart. */
  private List<double[]> thinned(List<double[]> points, int ofAll) {
    int most = Math.max(1, ofAll / lines.size());
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

  /** Three digits behind the point are more than a chart shows; what is no number is null. */
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
