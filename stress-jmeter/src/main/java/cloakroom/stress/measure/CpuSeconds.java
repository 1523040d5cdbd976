package cloakroom.stress.measure;

/** CPU time used during the measured phase, in seconds; NaN where nobody could look. */
public record CpuSeconds(double generator, double tier, double database) {
  static final CpuSeconds UNKNOWN = new CpuSeconds(Double.NaN, Double.NaN, Double.NaN);
}
