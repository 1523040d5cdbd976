package cloakroom.database.oracle;

import cloakroom.database.Password;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which container, with which settings: all that is decided before Docker is spoken to.
 *
 * @param image with its tag
 * @param environment of its first process
 * @param port that it listens on
 * @param hostPort the same port on this machine, 0 for a free one
 * @param reuse whether a container of the same order may serve, and stays afterwards
 */
record ContainerOrder(
    String image, Map<String, String> environment, int port, int hostPort, boolean reuse) {
  private static final int LISTENER = 1521;

  ContainerOrder {
    environment = Map.copyOf(environment);
  }

  /**
   * Oracle as the settings want it. The application's user is not the image's business: it would
   * pass the password on as an argument, for every process list to show.
   *
   * @param administrator the password of SYS and SYSTEM
   */
  static ContainerOrder of(OracleSettings settings, Password administrator) {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("ORACLE_PASSWORD", administrator.reveal());
    if (settings.isServiceOfItsOwn()) {
      environment.put("ORACLE_DATABASE", settings.service());
    }
    return new ContainerOrder(
        settings.image().name(), environment, LISTENER, settings.port(), settings.reuse());
  }

  /** Leaves the environment out, because it holds a password. */
  @Override
  public String toString() {
    return image + " " + environment.keySet() + " port " + port + " as " + hostPort;
  }
}
