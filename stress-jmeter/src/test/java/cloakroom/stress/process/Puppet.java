package cloakroom.stress.process;

import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;

final class Puppet {
  private Puppet() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "obedient" -> obedient();
      case "crash" -> crash();
      case "deep" -> throw deep();
      case "deaf" -> new CountDownLatch(1).await();
      case "environment" -> System.out.println("{\"event\":\"" + System.getenv("PUPPET") + "\"}");
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static IllegalStateException deep() {
    IllegalStateException thrown = new IllegalStateException("too deep");
    StackTraceElement here = thrown.getStackTrace()[0];
    thrown.setStackTrace(Collections.nCopies(20, here).toArray(StackTraceElement[]::new));
    return thrown;
  }

  private static void obedient() throws IOException {
    System.out.println("a line that is no event");
    System.out.println("{\"event\":\"ready\",\"port\":4711}");
    System.out.println("{\"event\":\"tick\",\"n\":1}");
    System.out.println("{\"event\":\"tick\",\"n\":2}");
    while (System.in.read() != -1) {
      System.out.println("{\"event\":\"heard\"}");
    }
    System.out.println("{\"event\":\"stopped\"}");
  }

  private static void crash() {
    System.err.println("first the small talk");
    System.err.println("port 8080 is in use");
    System.exit(2);
  }
}
