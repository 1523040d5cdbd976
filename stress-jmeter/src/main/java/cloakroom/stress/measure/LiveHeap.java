package cloakroom.stress.measure;

/**
 * The tier's heap without its garbage; NaN where it was not weighed.
 *
 * @param bytes with all sessions there
 * @param bytesBefore before the first one
 * @param sessions sessions that were there
 */
public record LiveHeap(double bytes, double bytesBefore, double sessions) {
  static final LiveHeap UNKNOWN = new LiveHeap(Double.NaN, Double.NaN, Double.NaN);

  private static final double KB = 1024;

  static LiveHeap of(Json json) {
    return new LiveHeap(
        json.number("bytes", Double.NaN),
        json.number("bytesBefore", Double.NaN),
        json.number("sessions", Double.NaN));
  }

  /** Megabytes with all sessions there. */
  public double megabytes() {
    return bytes / KB / KB;
  }

  /** Kilobytes that each session added. */
  public double kilobytesEach() {
    return (bytes - bytesBefore) / sessions / KB;
  }
}
