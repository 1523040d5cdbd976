package cloakroom.bench.cli;

import cloakroom.bench.lab.ChildJvm;
import java.io.IOException;

/** JMH's own command line, in a process that leaves no fork behind. */
final class JmhMain {
  private JmhMain() {}

  /** Called by {@code benchmarks.jar}, which has set the database's environment. */
  public static void main(String[] args) throws IOException {
    ChildJvm.endWithParent();
    Runtime.getRuntime().addShutdownHook(new Thread(ChildJvm::destroyForks, "forks-stop"));
    org.openjdk.jmh.Main.main(args);
  }
}
