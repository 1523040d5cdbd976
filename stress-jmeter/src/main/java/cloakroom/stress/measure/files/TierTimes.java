package cloakroom.stress.measure.files;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Times taken inside the tier, in microseconds, from the first byte in to the last byte out. */
public final class TierTimes {
  private static final double PER_MILLISECOND = 1000;

  private final Histogram histogram;
  private final List<Second> seconds;

  /** One second of the tier's clock: requests and the sum of their microseconds. */
  public record Second(long epochSecond, long count, long sumMicros) {}

  private TierTimes(Histogram histogram, List<Second> seconds) {
    this.histogram = histogram;
    this.seconds = seconds;
  }

  static TierTimes none() {
    return new TierTimes(Percentiles.histogram(), List.of());
  }

  static TierTimes of(Json json) {
    if (!json.text("unit", "us").equals("us")) {
      throw json.fault("unit", "\"us\"");
    }
    return new TierTimes(decode(json), seconds(json));
  }

  private static Histogram decode(Json json) {
    try {
      String text = json.text("histogram", "");
      return text.isEmpty() ? Percentiles.histogram() : Percentiles.decode(text);
    } catch (DataFormatException | RuntimeException e) {
      throw json.fault("histogram", "a compressed HdrHistogram in base64");
    }
  }

  private static List<Second> seconds(Json json) {
    List<Second> seconds = new ArrayList<>();
    if (json.has("perSecond")) {
      for (Json second : json.children("perSecond")) {
        JsonNode row = second.node();
        if (row.size() != 3) {
          throw json.fault("perSecond", "a list of [second, count, sum]");
        }
        seconds.add(new Second(row.get(0).asLong(), row.get(1).asLong(), row.get(2).asLong()));
      }
    }
    return List.copyOf(seconds);
  }

  /** Mean, percentiles and maximum in milliseconds, by their names in the files. */
  public Map<String, Double> summary() {
    return Percentiles.of(histogram, PER_MILLISECOND);
  }

  /** The seconds in which anything was timed. */
  public List<Second> seconds() {
    return seconds;
  }
}
