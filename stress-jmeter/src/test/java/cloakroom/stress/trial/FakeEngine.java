package cloakroom.stress.trial;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Fake of the load engine. Its argument is its behaviour: {@code quick} ends after a few ticks,
 * {@code endless} only on request, {@code untilKilled} when the last node no longer listens; {@code
 * crash} ends during the load, {@code warm} never measures.
 */
final class FakeEngine {
  private static final BlockingQueue<String> INPUT = new ArrayBlockingQueue<>(10);

  private FakeEngine() {}

  public static void main(String[] args) throws Exception {
    Thread reader = new Thread(FakeEngine::read);
    reader.setDaemon(true);
    reader.start();
    say("\"started\",\"processId\":" + ProcessHandle.current().pid());
    switch (args[0]) {
      case "broken" -> {
        say("\"failed\",\"message\":\"plan.jmx: no such element HTTPSamplr\"");
        System.exit(2);
      }
      case "empty" -> {
        say("\"finished\",\"requests\":0,\"transactions\":0,\"errors\":0,\"cutShort\":false");
        System.exit(3);
      }
      default -> load(args[0], lastNode(INPUT.take()));
    }
  }

  private static int lastNode(String begin) {
    return Integer.parseInt(begin.replaceAll(" affinity=.*", "").replaceAll(".*\\D", ""));
  }

  private static void load(String mode, int lastNode) throws InterruptedException {
    String phase = mode.equals("warm") ? "warm-up" : "measured";
    if (!mode.equals("warm")) {
      say("\"measured\",\"at\":" + System.currentTimeMillis());
    }
    boolean told = false;
    int ticks = 0;
    while (!told
        && !(mode.equals("quick") && ticks == 3)
        && !(mode.equals("untilKilled") && !listens(lastNode))) {
      ticks++;
      tick(phase, ticks);
      if (mode.equals("crash")) {
        System.err.println("java.lang.OutOfMemoryError: Java heap space");
        System.exit(1);
      }
      told = "stop".equals(INPUT.poll(20, TimeUnit.MILLISECONDS));
    }
    say("\"finished\",\"requests\":30,\"transactions\":10,\"errors\":0,\"cutShort\":" + told);
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static void tick(String phase, int n) {
    say(
        String.format(
            "\"tick\",\"at\":%d,\"phase\":\"%s\",\"requests\":%d,\"transactions\":%d,"
                + "\"activeUsers\":4,\"cpuSeconds\":0.5,\"gcMillis\":4,\"soFar\":{\"service.p95\":81.2}",
            System.currentTimeMillis(), phase, n * 10, n * 3));
  }

  private static void read() {
    try (var lines = new java.util.Scanner(System.in, "UTF-8")) {
      while (lines.hasNextLine()) {
        INPUT.add(lines.nextLine());
      }
      Runtime.getRuntime().halt(0);
    }
  }

  private static void say(String rest) {
    System.out.println("{\"event\":" + rest + "}");
  }
}
