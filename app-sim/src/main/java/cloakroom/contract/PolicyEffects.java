package cloakroom.contract;

/**
 * Effects of a release policy on a session between two requests.
 *
 * @param removesInstances whether the session's application module is removed after each request
 * @param passivates whether each request writes the session state to the store
 * @param failsOver whether each request ends with a snapshot, so that another node can continue the
 *     session
 * @param expires whether the pool removes application modules by age
 */
public record PolicyEffects(
    boolean removesInstances,
    boolean releasesConnections,
    boolean passivates,
    boolean failsOver,
    boolean expires,
    Loss loss) {
  /** Event at which a session loses its state in the database session (docs/state-kinds.md). */
  public enum Loss {
    NEVER("never"),
    RECYCLED("when another session takes the instance"),
    DISCONNECTED("when the monitor takes the connection"),
    EACH_REQUEST("at each request");

    private final String label;

    Loss(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }
}
