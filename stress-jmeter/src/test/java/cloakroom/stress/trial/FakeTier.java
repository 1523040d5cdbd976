package cloakroom.stress.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Fake of a node; with policy {@code refused} it does not start, with {@code dies} it crashes. */
final class FakeTier {
  private FakeTier() {}

  public static void main(String[] args) throws IOException {
    String policy = args[0];
    if (policy.equals("refused")) {
      System.err.println("password of cloakroom refused by jdbc:fake://h/d");
      System.exit(2);
    }
    String counters =
        String.format(
            "{\"policy\":\"%s\",\"store\":\"fake\",\"settings\":{\"jbo.fake\":\"true\"},"
                + "\"counters\":{\"requests\":7},\"gauges\":{\"instances\":3}}",
            policy);
    HttpServer admin = admin(policy, counters);
    System.out.printf(
        "{\"event\":\"ready\",\"port\":%1$d,\"adminPort\":%1$d}%n", admin.getAddress().getPort());
    while (System.in.read() != -1) {
      // the parent lives
    }
    System.out.println("{\"event\":\"stopped\",\"counters\":" + counters + "}");
    admin.stop(0);
  }

  private static HttpServer admin(String policy, String counters) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(any, 0);
    server.createContext("/live/state", exchange -> answer(exchange, "{\"inFlight\":1}"));
    server.createContext(
        "/counters",
        exchange -> {
          if (policy.equals("dies")) {
            System.err.println("out of memory");
            Runtime.getRuntime().halt(9);
          }
          answer(exchange, counters);
        });
    server.start();
    return server;
  }

  private static void answer(HttpExchange exchange, String json) throws IOException {
    byte[] body = json.getBytes(UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
