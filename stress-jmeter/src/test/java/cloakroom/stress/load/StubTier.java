package cloakroom.stress.load;

import cloakroom.platform.Daemons;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

final class StubTier implements AutoCloseable {
  static {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "1000");
  }

  /** Error response, instead of the work or, if {@code worked}, after it. */
  record Refusal(int status, String kind, String errorClass, Predicate<Seen> worked) {
    Refusal(int status, String kind) {
      this(status, kind, "", request -> false);
    }

    String code() {
      String code = errorClass.isEmpty() ? "JBO-25014" : "JBO-26030";
      return kind.equals("conflict") ? code : "";
    }
  }

  record Seen(String path, String session, String user, String value, boolean warmUp) {}

  final List<Seen> seen = new CopyOnWriteArrayList<>();
  final Set<String> sessions = ConcurrentHashMap.newKeySet();
  final Set<Integer> connections = ConcurrentHashMap.newKeySet();
  private final String prefix;
  private final ConcurrentMap<String, String> committed;
  private final ConcurrentMap<String, String> pending;
  private final ConcurrentMap<String, String> users;
  private final ConcurrentMap<String, String> probes = new ConcurrentHashMap<>();
  private final AtomicInteger sessionNumbers = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private volatile Predicate<Seen> loses = request -> false;
  private volatile Predicate<Seen> leaks = request -> false;
  private final Map<Predicate<Seen>, Refusal> refusals = new ConcurrentHashMap<>();
  private volatile Consumer<Seen> arrived = request -> {};
  private volatile Predicate<Seen> stalls = request -> false;
  private volatile long stallMillis;

  /** End of the stall, epoch milliseconds; 0 until enough requests wait. */
  volatile long stalledUntil;

  private boolean stalling;
  private int toStall;
  private volatile Predicate<Seen> dies = request -> false;
  private volatile boolean worksBeforeItDies;

  StubTier() throws IOException {
    this("s", null);
  }

  /** Creates a node that shares the state of another one. */
  StubTier(String prefix, StubTier beside) throws IOException {
    this.prefix = prefix;
    committed = beside == null ? new ConcurrentHashMap<>() : beside.committed;
    pending = beside == null ? new ConcurrentHashMap<>() : beside.pending;
    users = beside == null ? new ConcurrentHashMap<>() : beside.users;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 500);
    server.createContext("/", this::serve);
    server.setExecutor(threads);
    server.start();
  }

  /**
   * Runs a tier as a process that ends with its parent. Prints the port; then, for each number of
   * its input, waits for that many more requests and prints the number of all.
   */
  public static void main(String[] none) throws IOException {
    StubTier tier = new StubTier();
    System.out.println(tier.port());
    try (Scanner input = new Scanner(System.in, StandardCharsets.UTF_8)) {
      while (input.hasNextInt()) {
        CountDownLatch more = tier.latch(input.nextInt(), seen -> true);
        Daemons.each("count")
            .execute(
                () -> {
                  awaited(more);
                  System.out.println(tier.seen.size());
                });
      }
    }
    System.exit(0);
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Responds to these requests and then loses their value. */
  void loses(Predicate<Seen> which) {
    loses = which;
  }

  /** Responds to these probes with a value of user 0. */
  void leaks(Predicate<Seen> which) {
    leaks = which;
  }

  void refuses(Predicate<Seen> which, Refusal how) {
    refusals.put(which, how);
  }

  /**
   * From the first such request on, every request waits until {@code requests} of them have arrived
   * and {@code millis} more have passed.
   */
  void stalls(Predicate<Seen> from, int requests, long millis) {
    toStall = requests;
    stallMillis = millis;
    stalls = from;
  }

  CountDownLatch latch(int requests, Predicate<Seen> which) {
    CountDownLatch left = new CountDownLatch(requests);
    arrived =
        request -> {
          if (which.test(request)) {
            left.countDown();
          }
        };
    return left;
  }

  void refusesStrangers() {
    refuses(
        request -> !request.session().isEmpty() && !sessions.contains(request.session()),
        new Refusal(409, "noSession"));
  }

  /** Stops responding at the first such request, before or after its work. */
  void dies(Predicate<Seen> at, boolean afterItsWork) {
    worksBeforeItDies = afterItsWork;
    dies = at;
  }

  /** Returns the user of a request by its session or first request; "" if unknown. */
  String userOf(Seen request) {
    return request.user().isEmpty() ? users.getOrDefault(request.session(), "") : request.user();
  }

  long count(Predicate<Seen> which) {
    return seen.stream().filter(which).count();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Seen request = note(exchange, body);
      stall(request);
      if (!dies.test(request)) {
        answer(exchange, request);
        return;
      }
      if (worksBeforeItDies) {
        work(exchange, request);
      }
      server.stop(0);
    }
  }

  private Seen note(HttpExchange exchange, String body) {
    String path = exchange.getRequestURI().getPath();
    String query = exchange.getRequestURI().getRawQuery();
    Seen request =
        new Seen(
            path,
            cookie(exchange),
            field(query, "user"),
            field(body.isEmpty() ? query : body, "value"),
            "warm-up".equals(exchange.getRequestHeaders().getFirst("Cloakroom-Phase")));
    seen.add(request);
    arrived.accept(request);
    connections.add(exchange.getRemoteAddress().getPort());
    return request;
  }

  private static String cookie(HttpExchange exchange) {
    String cookie = exchange.getRequestHeaders().getFirst("Cookie");
    return Stream.of(cookie == null ? new String[0] : cookie.split("; ", -1))
        .filter(pair -> pair.startsWith("CLOAKROOM="))
        .map(pair -> pair.substring("CLOAKROOM=".length()))
        .findFirst()
        .orElse("");
  }

  private static String field(String form, String name) {
    if (form == null || !form.startsWith(name + "=")) {
      return "";
    }
    return URLDecoder.decode(form.substring(name.length() + 1), StandardCharsets.UTF_8);
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void stall(Seen request) {
    try {
      stalling = stalling || stalls.test(request);
      toStall -= stalling ? 1 : 0;
      if (stalling && toStall == 0) {
        stalledUntil = System.currentTimeMillis() + stallMillis;
        notifyAll();
      }
      while (stalling && stalledUntil == 0) {
        wait();
      }
      while (stalledUntil > System.currentTimeMillis()) {
        wait(Math.max(1, stalledUntil - System.currentTimeMillis()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(HttpExchange exchange, Seen request) throws IOException {
    for (Map.Entry<Predicate<Seen>, Refusal> each : refusals.entrySet()) {
      if (each.getKey().test(request)) {
        if (each.getValue().worked().test(request)) {
          work(exchange, request);
          if (each.getValue().kind().equals("unavailable")) {
            exchange.getResponseHeaders().set("Cloakroom-Commit", "made");
          }
        }
        refuse(exchange, each.getValue());
        return;
      }
    }
    answer(exchange, 200, work(exchange, request));
  }

  private static void refuse(HttpExchange exchange, Refusal how) throws IOException {
    exchange.getResponseHeaders().set("Cloakroom-Error", how.kind());
    if (!how.errorClass().isEmpty()) {
      exchange.getResponseHeaders().set("Cloakroom-Error-Class", how.errorClass());
    }
    answer(
        exchange,
        how.status(),
        "{\"message\":\"as told\",\"error\":\"%s\",\"code\":\"%s\"}"
            .formatted(how.kind(), how.code()));
  }

  private String work(HttpExchange exchange, Seen request) {
    String session = session(exchange, request);
    String[] parts = request.path().substring(1).split("/", -1);
    if (parts[0].equals("logout")) {
      return "{\"loggedOut\":true}";
    }
    if (parts[0].equals("state-kinds")) {
      return parts.length == 1
          ? "{\"user\":%s}".formatted(users.get(session))
          : probe(session + "/" + parts[1], parts, request);
    }
    String page = parts[0];
    String key = page + "/" + users.get(session);
    String slot = session + "/" + page;
    return switch (parts.length == 1 ? "open" : parts[1]) {
      case "change" -> change(page, key, slot, request);
      case "commit" -> commit(page, key, slot, request);
      case "rollback" -> rollback(page, key, slot, request);
      default -> shown(page, key, slot, "");
    };
  }

  private String probe(String slot, String[] parts, Seen request) {
    String operation = parts.length == 2 ? "read" : parts[2];
    switch (operation) {
      case "write" -> probes.put(slot, request.value());
      case "clear" -> probes.remove(slot);
      default -> {}
    }
    String value = leaks.test(request) ? "own-0-leaked" : probes.get(slot);
    boolean none = value == null || loses.test(request);
    return "{\"kind\":\"%s\",\"value\":%s}"
        .formatted(parts[1], none ? "null" : "\"" + value + "\"");
  }

  /** Returns the session of a request. Each response changes a cookie, as with failover. */
  private String session(HttpExchange exchange, Seen request) {
    exchange.getResponseHeaders().add("Set-Cookie", "CLOAKROOM_STATE=" + seen.size() + "; Path=/");
    if (!request.session().isEmpty()) {
      return request.session();
    }
    String session = prefix + sessionNumbers.incrementAndGet();
    sessions.add(session);
    users.put(session, request.user().isEmpty() ? session : request.user());
    exchange.getResponseHeaders().add("Set-Cookie", "CLOAKROOM=" + session + "; Path=/; HttpOnly");
    return session;
  }

  private String change(String page, String key, String slot, Seen request) {
    String previous = previous(key, slot);
    pending.put(slot, request.value());
    String answer = shown(page, key, slot, previous);
    if (loses.test(request)) {
      pending.remove(slot);
    }
    return answer;
  }

  private String commit(String page, String key, String slot, Seen request) {
    String previous = "";
    if (!request.value().isEmpty()) {
      previous = previous(key, slot);
      pending.put(slot, request.value());
    }
    String changed = pending.remove(slot);
    if (changed != null) {
      committed.put(key, changed);
    }
    String answer =
        "{\"page\":\"%s\",\"key\":17,%s\"value\":\"%s\",\"changes\":%d,\"pending\":false}"
            .formatted(
                page,
                previous,
                changed == null ? value(key, slot) : changed, // whoever shares the row meanwhile
                changed == null ? 0 : 1);
    if (loses.test(request)) {
      committed.remove(key);
    }
    return answer;
  }

  private String rollback(String page, String key, String slot, Seen request) {
    pending.remove(slot);
    if (loses.test(request)) {
      committed.remove(key);
    }
    return shown(page, key, slot, "");
  }

  private String shown(String page, String key, String slot, String previous) {
    return "{\"page\":\"%s\",\"key\":17,%s\"value\":\"%s\",\"pending\":%b}"
        .formatted(page, previous, value(key, slot), pending.containsKey(slot));
  }

  private String previous(String key, String slot) {
    return "\"previous\":\"" + value(key, slot) + "\",";
  }

  /** Returns a value; the first one has special characters of regular expressions and JSON. */
  private String value(String key, String slot) {
    return pending.getOrDefault(
        slot, committed.getOrDefault(key, "R&D (\\\"" + key + "\\\") $1.*"));
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  Map<String, String> committed() {
    return Map.copyOf(committed);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
