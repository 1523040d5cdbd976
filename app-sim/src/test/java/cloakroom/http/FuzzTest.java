package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.LogCapture;
import cloakroom.database.Await;
import cloakroom.module.TierCounters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random wrong requests at both ports: {@code -Dcloakroom.fuzz=30000} sets their number (profile
 * {@code soak}: 100,000), {@code -Dcloakroom.seed=N} sends others.
 */
@Tag("scalable")
final class FuzzTest {
  private static final int REQUESTS = Integer.getInteger("cloakroom.fuzz", 100);
  private static final long SEED = Long.getLong("cloakroom.seed", 17);
  private static final int OF_ONE_SESSION = 20;

  /** Number of concurrent clients. */
  private static final int CLIENTS = 4;

  /** Maximum growth of the heap in bytes, without sessions, after a fifth of the requests. */
  private static final long MOST_GROWTH = 2_000_000;

  private static final String TOKEN = "a-token-of-the-tests";

  /** Statuses that docs/plans.md lists, and those of Jetty for what is not valid HTTP. */
  private static final Set<String> DOCUMENTED =
      Set.of(
          "200 400 401 403 404 405 408 409 413 414 417 426 429 431 500 501 503 505".split(" ", -1));

  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3}) ");
  private static final Pattern TRACE = Pattern.compile("Exception|\\tat |Caused by|CAUSED BY");

  /** Jetty 12.1.14 very rarely releases a buffer twice after a request that it cannot parse. */
  private static final Pattern JETTYS_OWN =
      Pattern.compile(".*Task run failed: already released.*");

  private static final int RIGHT = 4;

  private static final String[] METHODS = {
    "GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE",
    "OPTIONS", "TRACE", "CONNECT", "PATCH", "PRI", "get", "",
    "G\u0000T", "x".repeat(3000)
  };
  private static final String[] TARGETS =
      ("/departments~/departments/change~/departments/change~/employees/commit"
              + "~/state-kinds/package-variable/write~~/%zz~/%2e%2e/x~http://other.example/departments"
              + "~#~/a%2fb~/counters~/state-kinds/package-variable~?~/../..~/employees"
              + "~/counters?times=false~*~host:80~http://[::1/~/state-kinds/x/write~/~/health"
              + "~/state-kinds//~/departments/commit~//~/logout~/employees/rollback~/ x~/\u00e9"
              + "~/state-kinds~/employees/scroll~/%00~/metrics~/departments/~/departments;a=b"
              + "~/live~/live/state~/heap~/"
              + "y".repeat(9000))
          .split("~", -1);
  private static final String[] QUERIES = {
    "", "", "", "?user=1", "?user=%31", "?user=%zz", "?user=%u1234", "?user=%ED%A0%80",
    "?user=-1", "?user=99999999999", "?user", "?=&=&&", "?user=1&user=2", "?a=%", "?%", "?\u00ff"
  };
  private static final String[] VERSIONS = {
    " HTTP/1.1", " HTTP/1.1", " HTTP/1.1", " HTTP/1.1", " HTTP/1.0", " HTTP/0.9",
    " HTTP/2.0", " HTTP/9.9", " HTTP/", " http/1.1", "", " HTTP/1.1 x"
  };
  private static final String[] HOSTS = {
    "Host: 127.0.0.1", "Host: localhost:80", "Host: [::1]:80", "Host: 127.0.0.1:8081",
    "Host: [::1]", "Host: evil.example", "Host:", "Host: a:b:c",
    "Host: [", "Host: a\r\nHost: b", "Host: \u00e9", "Host: 127.0.0.1:99999999",
    "X: no host"
  };
  private static final String ID = "CLOAKROOM=" + "0123456789abcdef".repeat(2);
  private static final String STATE = "CLOAKROOM=x; CLOAKROOM_STATE=";
  private static final String[] COOKIES = {
    "CLOAKROOM", ID + "; CLOAKROOM_STATE=9", STATE + "9",
    "CLOAKROOM=; CLOAKROOM_STATE=", ID + "; CLOAKROOM_STATE=9_DepartmentsModule:3:150:2", "=",
    "CLOAKROOM_STATE=1_A:1:1:1", STATE + "1_A:9999999999999999999:1:1", STATE + "1_A:1:0:5",
    "CLOAKROOM=\"x", STATE + "1".repeat(2000), ";;;",
    "CLOAKROOM=\u0001", "a=b; ".repeat(300), "$Version=1"
  };
  private static final String[] HEADERS = {
    "Accept: text/html", "Cloakroom-Phase: warm-up",
    "Connection: close", "Accept-Encoding: gzip",
    "Content-Type: application/x-www-form-urlencoded; charset=\"utf-16\"", "TE: x",
    "Content-Type: application/x-www-form-urlencoded; charset=bogus", " folded",
    "Content-Type: application/x-www-form-urlencoded; charset=", "Na me: x",
    "Upgrade: h2c\r\nConnection: Upgrade", "no colon",
    "Content-Type: multipart/form-data", ": no name",
    "Origin: http://evil.example", "Expect: x",
    "Sec-Fetch-Site: cross-site", "Trailer: a",
    "Content-Type: text/plain", "Origin: null",
    "Cloakroom-Phase: warm-up", "X: \u00ff\u00fe",
    "Authorization: Bearer x", "Range: bytes=0-1",
    "Content-Encoding: gzip", "Cloakroom-Phase: ",
    "Accept-Encoding: gzip", "Accept: text/html",
    "Expect: 100-continue", "Content-Type: ;;;",
    "Authorization: Basic", "Connection: \u0000",
    "If-Modified-Since: x", "X-Long: " + "z".repeat(9000),
    "Upgrade: websocket", "Accept: " + ",".repeat(2000),
    "Content-Type: application/x-www-form-urlencoded; charset=utf-7",
        "A: b\r\n".repeat(2000) + "A: b"
  };
  private static final String[] LENGTHS = {
    "Content-Length: -1", "Content-Length: x", "Content-Length: 99999999999999999999",
    "Content-Length: 100000", "Content-Length: 3\r\nContent-Length: 4", "Content-Length:",
    "Content-Length: 1", "Transfer-Encoding: x", "Transfer-Encoding: chunked\r\nContent-Length: 3",
    "Transfer-Encoding: gzip, chunked", "No-Length: 1"
  };
  private static final String[] BODIES =
      ("value=a~value=a+b~value=%41~value=a&b=c~value=%zz~value=%u1234~value=%ED%A0%80~value=%"
              + "~value=%4~value=%00~value~~&&==&~other=x~value=\u00ff\u00fe~\u0000\u0001\u0002"
              + "~\u001f\u008b\u0008\u0000\u0000value=a~"
              + "a=b&".repeat(50)
              + "~value="
              + "x".repeat(61)
              + "~value="
              + "x".repeat(20_000)
              + "~value="
              + "x".repeat(300_000))
          .split("~", -1);
  private static final String[] CHUNKS = {
    "7\r\nvalue=a\r\n0\r\n\r\n", "5\r\nvalue\r\n2\r\n=a\r\n0\r\n\r\n", "zz\r\nvalue",
    "-1\r\n", "7;x=y\r\nvalue=a\r\n0\r\nT: r\r\n\r\n", "ffffffffffffffff\r\nx",
    "7\r\nvalue=abc\r\n0\r\n\r\n"
  };

  /** No HTTP requests: a TLS greeting, an HTTP/2 greeting, line ends, an endless head. */
  private static final String[] NOISE = {
    "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004\u0000\u0000\u0000\u0000\u0000",
    "\r\n\r\n\r\n",
    "\n",
    "GET /departments\n\n",
    " ".repeat(20_000),
    "\u0000".repeat(100)
  };

  private final Map<String, Integer> counted = new ConcurrentSkipListMap<>();
  private final List<Client> clients = IntStream.range(0, CLIENTS).mapToObj(Client::new).toList();
  private final LogCapture log = LogCapture.atPresentLevel();
  private Tier tier;
  private TierServer server;

  @BeforeEach
  void start() throws IOException {
    ScriptedApplication application = new ScriptedApplication();
    TierCounters counts = new TierCounters();
    UserSessions.SessionLimits patience =
        new UserSessions.SessionLimits(Duration.ofSeconds(1), 8, Duration.ofSeconds(30), 1000);
    UserSessions sessions = new UserSessions(application, counts, patience);
    Map<String, Object> settings = Map.of("policy", "test");
    tier = new Tier(application, sessions, counts, List.of(), 0, Optional.empty(), settings);
    server =
        new TierServer(
            tier,
            TestTier.listening(new AdminGuard("127.0.0.1", TOKEN), 4),
            new TierServer.ClientLimits(Duration.ofMillis(50), Duration.ofMillis(400)));
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
    log.close();
  }

  /** Repeats a request if the server closed the connection because the client was slow. */
  private static String exchange(int port, String line) {
    AtomicReference<String> answer = new AtomicReference<>();
    Await.until(
        line + " is answered",
        () -> {
          try (Wire wire = Wire.to(port)) {
            answer.set(wire.ask(line, "Host: 127.0.0.1"));
            return true;
          } catch (IOException closed) {
            return false;
          }
        });
    return answer.get();
  }

  @Test
  void wrongRequests_areAnsweredAsDocumented_andLeaveNothingBehind() throws Exception {
    long before = System.nanoTime();
    send(0, REQUESTS);
    awaitRest();
    System.out.printf(
        "FuzzTest: %d requests in %d ms, seed %d: %s%n",
        REQUESTS, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before), SEED, counted);

    assertThat(exchange(server.port(), "GET /departments?user=3")).startsWith("HTTP/1.1 200");
    assertThat(exchange(server.adminPort(), "GET /health")).startsWith("HTTP/1.1 200");
    assertThat(counted.keySet()).contains("200", "400", "401", "404", "405", "409");
    assertNothingLogged();
  }

  @Tag("soak")
  @Test
  void wrongRequests_growNeitherHeapNorThreads() throws Exception {
    send(0, REQUESTS / 5);
    long heap = restingHeap();
    int threads = Thread.activeCount();
    send(REQUESTS / 5, REQUESTS);
    long growth = restingHeap() - heap;
    int more = Thread.activeCount() - threads;
    System.out.printf("FuzzTest: heap %+d bytes, threads %+d%n", growth, more);

    assertThat(growth).as("growth of the heap").isLessThan(MOST_GROWTH);
    // pools still grow to their size meanwhile; a leak grows with the requests
    assertThat(more).as("threads").isLessThan(3 * CLIENTS);
  }

  private void send(int from, int to) {
    CompletableFuture.allOf(
            clients.stream()
                .map(client -> CompletableFuture.runAsync(() -> client.send(from, to)))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  private void awaitRest() {
    Await.until("no request is under way", () -> server.report().gauges().get("inFlight") == 0);
    Await.until("no session lives", () -> tier.sessions().size() == 0);
  }

  private long restingHeap() {
    awaitRest();
    return AdminHandler.heapInUse();
  }

  private void assertNothingLogged() {
    assertThat(log.lines())
        .filteredOn(line -> !JETTYS_OWN.matcher(line).matches())
        .as("logged")
        .isEmpty();
  }

  private final class Client {
    private final int number;
    private final Random random;
    private String session = "";

    Client(int number) {
      this.number = number;
      this.random = new Random(SEED + number);
    }

    private String begun() {
      return Wire.cookie(exchange(server.port(), "GET /departments?user=3"))
          .substring("Cookie: ".length());
    }

    void send(int from, int to) {
      String previous = "";
      for (int i = from + number; i < to; i += CLIENTS) {
        byte[] request = {};
        try {
          if ((i - number) % (OF_ONE_SESSION * CLIENTS) == 0 || session.isEmpty()) {
            session = begun();
          }
          boolean admin = onceIn(4);
          request = request(admin);
          String outcome = outcome(admin ? server.adminPort() : server.port(), request);
          counted.merge(outcome, 1, Integer::sum);
          assertNothingLogged();
        } catch (AssertionError | IOException e) {
          throw new AssertionError(
              "request %d of -Dcloakroom.fuzz=%d -Dcloakroom.seed=%d: %s%nafter %s"
                  .formatted(i, REQUESTS, SEED, text(request), previous),
              e);
        }
        previous = text(request);
      }
    }

    /** Returns mostly one of the first, valid elements. */
    private String one(String[] of) {
      return of[random.nextInt(onceIn(5) ? of.length : RIGHT)];
    }

    private String text(byte[] request) {
      return new String(request, StandardCharsets.ISO_8859_1);
    }

    private boolean onceIn(int times) {
      return random.nextInt(times) == 0;
    }

    private byte[] request(boolean admin) {
      if (onceIn(50)) {
        return NOISE[random.nextInt(NOISE.length)].getBytes(StandardCharsets.ISO_8859_1);
      }
      StringBuilder text = new StringBuilder();
      text.append(one(METHODS)).append(' ').append(one(TARGETS)).append(one(QUERIES));
      text.append(one(VERSIONS)).append("\r\n").append(one(HOSTS)).append("\r\n");
      if (admin && !onceIn(4)) {
        text.append("Authorization: Bearer " + TOKEN + "\r\n");
      }
      text.append("Cookie: ")
          .append(onceIn(4) ? COOKIES[random.nextInt(COOKIES.length)] : session)
          .append("\r\n");
      for (int i = random.nextInt(3); i > 0; i--) {
        text.append(one(HEADERS)).append("\r\n");
      }
      if (!onceIn(4)) {
        text.append("Content-Type: application/x-www-form-urlencoded\r\n");
      }
      String body = one(BODIES);
      if (onceIn(10)) {
        text.append(LENGTHS[random.nextInt(LENGTHS.length)]).append("\r\n");
      } else if (onceIn(4)) {
        text.append("Transfer-Encoding: chunked\r\n");
        body = CHUNKS[random.nextInt(CHUNKS.length)];
      } else {
        text.append("Content-Length: ").append(body.length()).append("\r\n");
      }
      byte[] bytes =
          text.append("\r\n").append(body).toString().getBytes(StandardCharsets.ISO_8859_1);
      return onceIn(6) ? mutated(bytes) : bytes;
    }

    private byte[] mutated(byte[] bytes) {
      ByteArrayOutputStream changed = new ByteArrayOutputStream();
      int every = 1 + bytes.length / (1 + random.nextInt(5));
      for (byte one : bytes) {
        switch (onceIn(every) ? random.nextInt(3) : -1) {
          case 0 -> changed.write(random.nextInt(256));
          case 1 -> {}
          case 2 -> {
            changed.write(one);
            changed.write(random.nextInt(256));
          }
          default -> changed.write(one);
        }
      }
      return changed.toByteArray();
    }

    private String outcome(int port, byte[] request) throws IOException {
      try (Wire wire = Wire.to(port)) {
        int way = random.nextInt(100);
        int part = onceIn(2) ? request.length - 1 : random.nextInt(request.length);
        if (way < 3) {
          wire.send(Arrays.copyOf(request, part));
          wire.socket().setSoLinger(true, 0); // closing is an abort then
          return "aborted";
        }
        wire.send(Arrays.copyOf(request, part));
        for (int at = part; way >= 8 && at < request.length; ) { // some in many pieces
          int end =
              way < 12 ? Math.min(at + 1 + random.nextInt(200), request.length) : request.length;
          wire.send(Arrays.copyOfRange(request, at, end));
          at = end;
        }
        if (way >= 95) {
          wire.send(request); // before the first is answered
        }
        if (way >= 4) {
          wire.socket().shutdownOutput();
        }
        String answer = new String(wire.in().readAllBytes(), StandardCharsets.ISO_8859_1);
        return checked(answer);
      } catch (SocketTimeoutException e) {
        throw e;
      } catch (SocketException e) {
        return "reset"; // the server closed before all was sent
      }
    }

    private String checked(String answer) {
      assertThat(TRACE.matcher(answer).find()).as(answer).isFalse();
      Matcher status = STATUS.matcher(answer);
      String last = "closed";
      if (status.lookingAt()) {
        last = status.group(1);
        if ("100".equals(last) && status.find()) {
          last = status.group(1);
        }
      }
      if (!last.equals("closed")) {
        assertThat(DOCUMENTED).as(answer).contains(last);
      }
      int body = answer.indexOf("\r\n\r\n") + 4;
      if (last.startsWith("4") && body < answer.length() && !answer.startsWith("HTTP", body)) {
        assertThat(answer).containsPattern("\"error\":\"|Request failed");
      }
      return last;
    }
  }
}
