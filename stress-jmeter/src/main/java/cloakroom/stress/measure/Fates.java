package cloakroom.stress.measure;

/** How many probes ended in which way. */
public record Fates(long kept, long lost, long leaked, long refused) {
  /** No probe at all. */
  public static final Fates NONE = new Fates(0, 0, 0, 0);

  /** All probes. */
  public long probes() {
    return kept + lost + leaked + refused;
  }

  /** Probes that ended in this way. */
  public long of(Fate fate) {
    return switch (fate) {
      case KEPT -> kept;
      case LOST -> lost;
      case LEAKED -> leaked;
      case REFUSED -> refused;
    };
  }

  /** Part of the probes that ended in this way, 0 to 1; NaN when there was no probe. */
  public double share(Fate fate) {
    return (double) of(fate) / probes();
  }

  /** Whether there were probes and every one was kept. */
  public boolean allKept() {
    return kept > 0 && kept == probes();
  }

  /** Both together. */
  public Fates plus(Fates other) {
    return new Fates(
        kept + other.kept, lost + other.lost, leaked + other.leaked, refused + other.refused);
  }

  static Fates one(Fate fate) {
    return new Fates(
        fate == Fate.KEPT ? 1 : 0,
        fate == Fate.LOST ? 1 : 0,
        fate == Fate.LEAKED ? 1 : 0,
        fate == Fate.REFUSED ? 1 : 0);
  }
}
