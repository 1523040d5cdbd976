package cloakroom.connection;

/** Opens connection sources. */
public final class ConnectionSources {
  private ConnectionSources() {}

  /**
   * Opens a source; a wrong password, address or database fails here, for every pool kind alike,
   * and not at the first borrow.
   *
   * @throws ConnectionException of kind CONFIGURATION or SERVICE_DOWN, within the login time-out
   */
  public static ConnectionSource open(ConnectionSettings settings) {
    throw new UnsupportedOperationException("not built yet: " + settings);
  }
}
