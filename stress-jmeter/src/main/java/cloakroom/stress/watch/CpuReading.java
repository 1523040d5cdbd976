package cloakroom.stress.watch;

import java.util.OptionalDouble;

/**
 * CPU seconds of the three parties, taken together.
 *
 * @param generator the load engine
 * @param tier the application tier
 * @param database the database server and all its backends; empty when it runs elsewhere
 */
public record CpuReading(OptionalDouble generator, OptionalDouble tier, OptionalDouble database) {
  /** Nothing known. */
  public static final CpuReading NONE =
      new CpuReading(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

  /** Reads the three meters. */
  public static CpuReading of(CpuMeter generator, CpuMeter tier, CpuMeter database) {
    return new CpuReading(generator.seconds(), tier.seconds(), database.seconds());
  }

  /** What was used between an earlier reading and this one; empty where either is unknown. */
  public CpuReading since(CpuReading earlier) {
    return new CpuReading(
        minus(generator, earlier.generator),
        minus(tier, earlier.tier),
        minus(database, earlier.database));
  }

  private static OptionalDouble minus(OptionalDouble a, OptionalDouble b) {
    return a.isEmpty() || b.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.max(0, a.getAsDouble() - b.getAsDouble()));
  }
}
