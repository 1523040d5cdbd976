package cloakroom.link;

import static cloakroom.link.ClientWords.message;
import static cloakroom.link.ClientWords.startup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RelayTest {
  private static final byte[] REQUEST = {0, 1, 2, 3, 4, 5, 6, 7};
  private ScriptedServer server;
  private RecordingScheduler clock;
  private Relay relay;
  private Socket client;
  private Socket database;

  @BeforeEach
  void connect() throws IOException {
    server = new ScriptedServer();
    relay =
        Relay.to(
            "jdbc:postgresql://127.0.0.1:" + server.port() + "/hr",
            name -> clock = new RecordingScheduler(name));
    client = ScriptedServer.client(relay);
    database = server.accept();
  }

  private static final class RecordingScheduler extends DelayScheduler {
    private final BlockingQueue<long[]> tasks = new LinkedBlockingQueue<>();

    RecordingScheduler(String name) {
      super(name);
    }

    @Override
    void schedule(long due, Runnable action) {
      tasks.add(new long[] {due, System.nanoTime()});
      super.schedule(due, action);
    }

    @Override
    long wakeUpNanos() {
      return 0;
    }
  }

  /** Waits until the link is open, and drops the recorded tasks. */
  private void settle() throws IOException {
    request(REQUEST);
    respond((byte) 0);
    clock.tasks.clear();
  }

  /** Verifies the delay of the next task, which was scheduled after this time. */
  private void assertDelayed(long after, long nanos) throws InterruptedException {
    long[] task = clock.tasks.take();
    assertThat(task[0] - after).isGreaterThanOrEqualTo(nanos);
    assertThat(task[0] - task[1]).isLessThanOrEqualTo(nanos);
  }

  private void requestDelayed(long nanos) throws Exception {
    long from = System.nanoTime();
    request(REQUEST);
    assertDelayed(from, nanos);
  }

  private void respondDelayed(long nanos, byte... bytes) throws Exception {
    long from = System.nanoTime();
    respond(bytes);
    assertDelayed(from, nanos);
  }

  @AfterEach
  void disconnect() throws IOException {
    client.close();
    database.close();
    relay.close();
    server.close();
  }

  private void request(byte[]... bursts) throws IOException {
    for (byte[] burst : bursts) {
      client.getOutputStream().write(burst);
      assertThat(database.getInputStream().readNBytes(burst.length)).isEqualTo(burst);
    }
  }

  private void respond(byte... bytes) throws IOException {
    database.getOutputStream().write(bytes);
    assertThat(client.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
  }

  private static void assertReset(Socket socket) {
    assertThatThrownBy(() -> socket.getInputStream().readAllBytes())
        .isInstanceOf(SocketException.class);
  }

  private void awaitNoLink() {
    Await.until("the link is forgotten", () -> relay.links().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 2})
  void bytes_arriveAsTheyWereSent(long roundTripMillis) throws Exception {
    relay.setRoundTrip(Duration.ofMillis(roundTripMillis), Duration.ZERO);
    byte[] there = new byte[5_000_000];
    byte[] back = new byte[5_000_000];
    Random random = new Random(5);
    random.nextBytes(there);
    random.nextBytes(back);
    CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> write(client, there));
    CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> write(database, back));
    CompletableFuture<byte[]> arrived =
        CompletableFuture.supplyAsync(() -> read(database, there.length));

    assertThat(Arrays.equals(read(client, back.length), back)).isTrue();
    assertThat(Arrays.equals(arrived.get(), there)).isTrue();
    CompletableFuture.allOf(sent, answered).get();
    assertThat(relay.total().bytesSent()).isEqualTo(there.length);
    assertThat(relay.total().bytesReceived()).isEqualTo(back.length);
  }

  private static void write(Socket socket, byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] read(Socket socket, int length) {
    try {
      return socket.getInputStream().readNBytes(length);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void burstWithAResponse_isOneRoundTrip() throws IOException {
    request(REQUEST, REQUEST, REQUEST);
    assertThat(relay.total().roundTrips()).as("not answered yet").isZero();
    respond((byte) 1);
    respond((byte) 2, (byte) 3);
    request(REQUEST);
    respond((byte) 4);

    assertThat(relay.total()).isEqualTo(new LinkCounts(1, 32, 4, 2, 0, 0, 1, 0));
  }

  @Test
  void responseWithinARequest_isNoRoundTrip() throws IOException {
    byte[] bind = message('B', 100);
    request(startup());
    respond((byte) 'R');
    request(message('Q', 5), message('P', 9), Arrays.copyOf(bind, 50));
    respond((byte) 'C', (byte) 'Z');
    request(Arrays.copyOfRange(bind, 50, bind.length), message('E', 5), message('S', 0));
    respond((byte) 'Z');

    LinkCounts counts = relay.total();
    assertThat(counts.roundTrips()).isEqualTo(2);
    assertThat(counts.parses()).isEqualTo(2);
    assertThat(counts.statements()).isEqualTo(2);
    assertThat(counts.unread()).isZero();
  }

  @Test
  void counts_areKeptForEachLinkAndInAll() throws IOException {
    request(REQUEST);
    respond((byte) 1);
    LinkCounts before = relay.total();
    try (Socket other = ScriptedServer.client(relay);
        Socket accepted = server.accept()) {
      other.getOutputStream().write(1);
      assertThat(accepted.getInputStream().read()).isEqualTo(1);
      List<Link> links = relay.links();
      assertThat(links).hasSize(2);
      assertThat(links.get(0).counts().bytesSent()).isEqualTo(REQUEST.length);
      assertThat(links.get(1).counts().bytesSent()).isEqualTo(1);
    }
    Await.until("the link is forgotten", () -> relay.links().size() == 1);

    assertThat(relay.total().since(before)).isEqualTo(new LinkCounts(1, 1, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void latency_isHalfEachWay() throws Exception {
    settle();
    relay.setRoundTrip(Duration.ofMillis(40), Duration.ZERO);
    requestDelayed(millis(20));
    respondDelayed(millis(20), (byte) 1);

    relay.setRoundTrip(Duration.ZERO, Duration.ZERO);
    request(REQUEST);
    assertThat(clock.tasks).isEmpty();
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void newLink_takesARoundTripMore() throws Exception {
    settle();
    relay.setRoundTrip(Duration.ofMillis(50), Duration.ZERO);
    long from = System.nanoTime();
    try (Socket other = ScriptedServer.client(relay);
        Socket accepted = server.accept()) {
      other.getOutputStream().write(1);
      assertThat(accepted.getInputStream().read()).isEqualTo(1);
      assertDelayed(from, millis(50));
      assertDelayed(from, millis(25));
    }
  }

  @Test
  void bytesInTransit_doNotWaitForEachOther() throws Exception {
    settle();
    relay.setRoundTrip(Duration.ofMillis(40), Duration.ZERO);
    byte[] much = new byte[2_000_000];
    CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> write(client, much));
    assertThat(read(database, much.length)).hasSize(much.length);
    sent.get();
    assertThat(clock.tasks)
        .hasSizeGreaterThan(1)
        .allSatisfy(task -> assertThat(task[0] - task[1]).isLessThanOrEqualTo(millis(20)));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 20})
  void cut_resetsBothSides(long roundTripMillis) throws IOException {
    relay.setRoundTrip(Duration.ofMillis(roundTripMillis), Duration.ZERO);
    request(REQUEST);
    relay.cut();
    assertReset(client);
    assertReset(database);
    awaitNoLink();
    assertThat(relay.total().bytesSent()).isEqualTo(REQUEST.length);

    relay.setRoundTrip(Duration.ZERO, Duration.ZERO);
    client = ScriptedServer.client(relay);
    database = server.accept();
    request(REQUEST);
  }

  @Test
  void cutOfOneLink_sparesTheOthers() throws IOException {
    try (Socket other = ScriptedServer.client(relay);
        Socket accepted = server.accept()) {
      other.getOutputStream().write(1);
      assertThat(accepted.getInputStream().read()).isEqualTo(1);
      relay.links().get(1).cut();
      assertReset(other);
      assertReset(accepted);
    }
    request(REQUEST);
    respond((byte) 1);
  }

  @Test
  void lostBurst_isDelayedByTheRetransmission() throws Exception {
    settle();
    relay.setLoss(1_000_000);
    requestDelayed(millis(200));
    relay.setLoss(0);
    respond((byte) 1);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "20, true", "0, false", "20, false"})
  void endOfOneSide_endsTheOtherAfterItsLastBytes(long roundTripMillis, boolean ofTheClient)
      throws IOException {
    relay.setRoundTrip(Duration.ofMillis(roundTripMillis), Duration.ZERO);
    Socket one = ofTheClient ? client : database;
    Socket other = ofTheClient ? database : client;
    one.getOutputStream().write(REQUEST);
    one.close();
    assertThat(other.getInputStream().readAllBytes()).isEqualTo(REQUEST);
    awaitNoLink();
  }

  @Test
  void resetOfOneSide_resetsTheOther() throws IOException {
    request(REQUEST);
    database.setSoLinger(true, 0);
    database.close();
    assertReset(client);
    awaitNoLink();
  }

  @Test
  void connect_databaseDown_resetsTheClient() throws IOException {
    request(REQUEST);
    server.close();
    try (Socket other = ScriptedServer.client(relay)) {
      assertReset(other);
    }
    assertThat(relay.total().connects()).isEqualTo(1);
  }

  @Test
  void close_leavesNoThread() throws IOException {
    relay.setRoundTrip(Duration.ofMillis(5), Duration.ZERO);
    request(REQUEST);
    respond((byte) 1);
    String name = "relay-" + relay.port();
    assertThat(threads(name)).as("however many links").hasSize(2);
    relay.close();

    assertThat(threads(name)).isEmpty();
    assertReset(client);
    assertThatThrownBy(() -> ScriptedServer.client(relay)).isInstanceOf(IOException.class);
  }

  @Test
  void close_endsARelayThatIsAboutToSleep() {
    for (int i = 0; i < 500; i++) {
      Relay busy = Relay.to("jdbc:postgresql://127.0.0.1:" + server.port() + "/hr");
      busy.close();
    }
  }

  /** Kernel and relay buffer some megabytes. */
  @ParameterizedTest
  @ValueSource(longs = {0, 60_000})
  void write_receiverDoesNotRead_waits(long roundTripMillis) throws IOException {
    try (SocketChannel sender =
            SocketChannel.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), relay.port()));
        Socket accepted = server.accept()) {
      sender.write(ByteBuffer.allocate(1));
      assertThat(accepted.getInputStream().read()).isZero();
      relay.setRoundTrip(Duration.ofMillis(roundTripMillis), Duration.ZERO);
      sender.configureBlocking(false);
      ByteBuffer bytes = ByteBuffer.allocate(1 << 20);
      AtomicInteger refusals = new AtomicInteger();
      AtomicLong total = new AtomicLong();
      Await.until(
          "it has to wait",
          () -> {
            int taken = sender.write(bytes.clear());
            total.addAndGet(taken);
            return taken == 0 ? refusals.incrementAndGet() > 20 : refusals.getAndSet(0) < 0;
          });
      assertThat(total.get()).isLessThan(32 << 20);
    }
  }

  @Test
  void jitter_isDrawnForEachRoundTrip() throws Exception {
    settle();
    relay.setRoundTrip(Duration.ofMillis(20), Duration.ofMillis(20));
    SplittableRandom drawn = new SplittableRandom(1); // the seed of the first link
    for (int i = 0; i < 20; i++) {
      long oneWay = (millis(20) + drawn.nextLong(-millis(20), millis(20) + 1)) / 2;
      requestDelayed(oneWay);
      respondDelayed(oneWay, (byte) 1);
      respondDelayed(oneWay, (byte) 2, (byte) 3);
    }
  }

  /** The fifth byte of Oracle's packets is their type. */
  @ParameterizedTest
  @CsvSource({"1, 5, 1", "1, 2, 0", "6, 5, 0"})
  void redirectedClient_isCounted(int request, int response, long redirects) throws IOException {
    request(new byte[] {0, 8, 0, 0, (byte) request, 0, 0, 0});
    respond((byte) 0, (byte) 8, (byte) 0, (byte) 0, (byte) 11, (byte) 0, (byte) 0, (byte) 0);
    request(new byte[] {0, 8, 0, 0, (byte) request, 0, 0, 0});
    respond((byte) 0, (byte) 8, (byte) 0, (byte) 0, (byte) response, (byte) 0, (byte) 0, (byte) 0);
    assertThat(relay.total().redirects()).isEqualTo(redirects);
  }

  private static List<String> threads(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.equals(prefix) || name.startsWith(prefix + "-"))
        .toList();
  }
}
