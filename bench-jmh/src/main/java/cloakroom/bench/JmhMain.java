package cloakroom.bench;

import java.io.IOException;

/** JMH's own command line, in a process that leaves no fork behind. */
final class JmhMain {
  private JmhMain() {}

  /** Called by {@code benchmarks.jar}, which has set the database's environment. */
  public static void main(String[] args) throws IOException {
    Forks.endWithParent();
    Runtime.getRuntime().addShutdownHook(new Thread(Forks::destroy, "forks-stop"));
    org.openjdk.jmh.Main.main(args);
  }
}
