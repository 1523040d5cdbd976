package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.Hr;
import cloakroom.app.NoopApplication;
import cloakroom.database.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slow clients do not delay others, and are disconnected after a time-out. */
final class SlowClientsTest {
  private static final int SLOW = 1000;
  private static final int FEW_THREADS = 4;
  private static final int ADMIN_THREADS = 8;
  private static final Duration NEVER = Duration.ofMinutes(10);
  private static final Duration SOON = Duration.ofMillis(300);
  private static final int OTHERS = 100;
  private static final long MOST_MILLIS = 100;
  private final List<AutoCloseable> open = new ArrayList<>();
  private TierServer server;

  private void start(Duration body, Duration idle) throws IOException {
    server =
        new TierServer(
            TestTier.of(new NoopApplication(Hr.APPLICATION)),
            TestTier.listening(FEW_THREADS),
            new TierServer.ClientLimits(body, idle));
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    closeAll();
    server.close();
  }

  private void closeAll() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
    open.clear();
  }

  private Wire connect(int port) throws IOException {
    Wire wire = Wire.to(port);
    open.add(wire);
    return wire;
  }

  private static String exchange(Wire by, String text) throws IOException {
    by.send(text);
    return by.answer();
  }

  private static String session(Wire wire) throws IOException {
    return Wire.cookie(wire.ask("GET /departments?user=3", "Host: a"));
  }

  private static String change(String cookie, int length) {
    return "POST /departments/change HTTP/1.1\r\nHost: a\r\n"
        + cookie
        + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  private int inFlight() {
    return server.report().gauges().get("inFlight").intValue();
  }

  private long serveOther() throws IOException {
    Wire other = connect(server.port());
    String cookie = session(other);
    long[] nanos = new long[OTHERS];
    for (int i = 0; i < OTHERS; i++) {
      long before = System.nanoTime();
      String answer = exchange(other, change(cookie, 7) + "value=a");
      nanos[i] = System.nanoTime() - before;
      assertThat(answer).startsWith("HTTP/1.1 200");
    }
    Arrays.sort(nanos);
    return TimeUnit.NANOSECONDS.toMillis(nanos[OTHERS * 95 / 100]);
  }

  private void sendSlowBodies() throws IOException {
    for (int i = 0; i < SLOW; i++) {
      Wire slow = connect(server.port());
      slow.send(change(session(slow), 20) + "val");
    }
    Await.until("slow requests under way", () -> inFlight() == SLOW);
  }

  private void sendSlowHeads() throws IOException {
    for (int i = 0; i < SLOW; i++) {
      connect(i % 2 == 0 ? server.port() : server.adminPort())
          .send("GET /departments HTTP/1.1\r\nHo");
    }
  }

  @Test
  void slowBodiesAndHeads_leaveThreadsToOthers() throws Exception {
    start(NEVER, NEVER);
    sendSlowBodies();
    serveOther();
    Await.until("only slow requests are in flight", () -> inFlight() == SLOW);
    closeAll();
    sendSlowHeads();
    serveOther();
  }

  @Tag("soak")
  @Test
  void slowClients_costOthersNothing() throws Exception {
    start(NEVER, NEVER);
    sendSlowBodies();
    assertThat(serveOther()).as("slow bodies").isLessThan(MOST_MILLIS);
    closeAll();
    sendSlowHeads();
    assertThat(serveOther()).as("slow heads").isLessThan(MOST_MILLIS);
    closeAll();
    openReadersThatTakeNothing();
    assertThat(serveOther()).as("slow readers").isLessThan(MOST_MILLIS);
  }

  private List<SocketChannel> openReadersThatTakeNothing() throws IOException {
    ByteBuffer many =
        ByteBuffer.wrap(
            "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                .repeat(10_000)
                .getBytes(StandardCharsets.US_ASCII));
    List<SocketChannel> readers = new ArrayList<>();
    for (int i = 0; i < ADMIN_THREADS + 1; i++) {
      SocketChannel reader = SocketChannel.open();
      open.add(reader);
      readers.add(reader);
      reader.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
      reader.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.adminPort()));
      reader.configureBlocking(false);
    }
    Await.until(
        "no more is taken from any",
        () -> {
          boolean all = true;
          for (SocketChannel reader : readers) {
            all &= full(reader, many.duplicate());
          }
          return all;
        });
    return readers;
  }

  @Test
  void readersThatTakeNothing_leaveThreadsToOthers() throws Exception {
    start(NEVER, NEVER);
    List<SocketChannel> readers = openReadersThatTakeNothing();

    serveOther();
    assertThat(
            exchange(
                connect(server.adminPort()), "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
        .endsWith("{\"status\":\"up\"}");
    assertThat(readers).noneMatch(SlowClientsTest::isClosed);
  }

  @Test
  void readersThatTakeNothing_areClosed() throws Exception {
    start(NEVER, SOON);
    List<SocketChannel> readers = openReadersThatTakeNothing();

    Await.until("they are closed", () -> readers.stream().allMatch(SlowClientsTest::isClosed));
  }

  private static boolean full(SocketChannel to, ByteBuffer bytes) {
    try {
      return to.write(bytes) == 0;
    } catch (IOException e) {
      return true;
    }
  }

  private static boolean isClosed(SocketChannel reader) {
    try {
      return reader.write(ByteBuffer.wrap(new byte[] {'\r'})) < 0;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void bodyInPieces_isReadWhole() throws Exception {
    start(NEVER, NEVER);
    Wire slow = connect(server.port());
    slow.send(change(session(slow), 9) + "val");
    Await.until("the request is under way", () -> inFlight() == 1);

    assertThat(exchange(slow, "ue=%61")).startsWith("HTTP/1.1 200").contains("\"value\":\"a\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "val"})
  void bodyThatDoesNotCome_endsAfterItsTime(String beginning) throws Exception {
    start(SOON, NEVER);
    Wire slow = connect(server.port());

    assertEnds(exchange(slow, change(session(slow), 20) + beginning), slow.in());
  }

  @Test
  void bodyThatTrickles_endsAfterItsTime() throws Exception {
    start(SOON, NEVER);
    Wire slow = connect(server.port());
    slow.send(change(session(slow), 10_000) + "value=");
    ScheduledExecutorService trickle = Executors.newSingleThreadScheduledExecutor();
    open.add(trickle::shutdownNow);
    var unused =
        trickle.scheduleAtFixedRate(
            () -> {
              try {
                slow.send("a");
              } catch (IOException e) {
                throw new UncheckedIOException(e); // ends the trickle
              }
            },
            10,
            10,
            TimeUnit.MILLISECONDS);

    try {
      assertThat(slow.answer()).startsWith("HTTP/1.1 408");
    } catch (SocketException reset) {
      // what trickled in after the end has overtaken the answer
    }
    Await.until("the request is over", () -> inFlight() == 0);
  }

  private void assertEnds(String answer, InputStream rest) throws IOException {
    assertThat(answer)
        .startsWith("HTTP/1.1 408")
        .contains("Cloakroom-Error: badRequest", "Connection: close")
        .contains("no complete body within 300 ms after the head");
    assertThat(rest.read()).isEqualTo(-1);
    Await.until("the request is over", () -> inFlight() == 0);
  }

  @Test
  void headThatDoesNotCome_endsWithItsConnection() throws Exception {
    start(NEVER, SOON);
    for (int port : new int[] {server.port(), server.adminPort()}) {
      Wire slow = connect(port);
      slow.send("GET /departments HTTP/1.1\r\nHo");
      assertThat(new String(slow.in().readAllBytes(), StandardCharsets.US_ASCII))
          .satisfiesAnyOf(
              text -> assertThat(text).isEmpty(),
              text -> assertThat(text).startsWith("HTTP/1.1 408"));
    }
  }
}
