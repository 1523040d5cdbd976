package cloakroom.contract;

/**
 * Effects of a policy on sessions between two requests.
 *
 * @param removesInstances whether an instance ends with its request
 * @param releasesConnections whether a connection is returned after each request
 * @param passivates whether each request writes the state to the store
 * @param failsOver whether each check-in writes a snapshot for another node
 * @param expires whether the pool removes instances by age
 * @param loss when a session loses the state of its database session while it has an instance
 */
public record PolicyEffects(
    boolean removesInstances,
    boolean releasesConnections,
    boolean passivates,
    boolean failsOver,
    boolean expires,
    Loss loss) {
  /** When a session loses the state of its database session (docs/state-kinds.md). */
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
