package cloakroom.contract;

/**
 * Effects of a release policy on a session between two requests.
 *
 * @param removesInstances whether the session's application module is removed after each request
 * @param passivates whether each request writes the session state to the store
 * @param failsOver whether each request ends with a snapshot, so that another node can continue the
 *     session
 * @param expires whether the pool removes application modules by age
 * @param sharesConnections whether snapshots in the database use connections of the users' pool
 */
public record PolicyEffects(
    boolean removesInstances,
    boolean releasesConnections,
    boolean passivates,
    boolean failsOver,
    boolean expires,
    boolean sharesConnections,
    Loss loss) {
  /** Event that ends a session's state in the database session (docs/internals/policies.md). */
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

  /** Returns whether snapshots use connections of the users' pool, given the snapshot store. */
  public boolean sharesConnections(String store) {
    return sharesConnections && store.startsWith(TierOptions.PS_TXN);
  }

  /** Returns how many of a node's connections are lent only to snapshot reads and writes. */
  public int reservedConnections(String store, long connections) {
    return connections > 1 && sharesConnections(store) ? 1 : 0;
  }

  /**
   * Returns the connections that a node requires if each application module keeps one.
   *
   * @param pools number of module pools; each root module has one
   * @param instances number of application modules in each pool
   * @param available number of connections of the node
   */
  public ConnectionNeed connectionNeed(String store, long pools, long instances, long available) {
    int reserved = reservedConnections(store, Math.max(available, pools * instances));
    return new ConnectionNeed(pools, instances, reserved, available);
  }

  /** Connections that a node requires, next to those that it has. */
  public record ConnectionNeed(long pools, long instances, long reserved, long available) {
    public long required() {
      return pools * instances + reserved;
    }

    /** Returns the required number and its computation. */
    public String text() {
      return "%s (%s x %s%s)"
          .formatted(
              counted(required(), "connection"),
              counted(pools, "module pool"),
              counted(instances, "instance"),
              reserved == 0 ? "" : " + " + reserved + " reserved for snapshots");
    }

    /** Returns why the available connections are too few; empty if they suffice. */
    public String shortage() {
      return required() <= available
          ? ""
          : "a node needs %s and has %d".formatted(text(), available);
    }

    private static String counted(long count, String noun) {
      return count + " " + noun + (count == 1 ? "" : "s");
    }
  }
}
