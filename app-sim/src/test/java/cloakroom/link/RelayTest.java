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

/** The relay between a client and a server that both do as they are told. */
final class RelayTest {
  private static final byte[] QUESTION = {0, 1, 2, 3, 4, 5, 6, 7};

  private ScriptedServer server;
  private NotingClock clock;
  private Relay relay;
  private Socket client;
  private Socket database;

  @BeforeEach
  void connect() throws IOException {
    server = new ScriptedServer();
    relay =
        Relay.to(
            "jdbc:postgresql://127.0.0.1:" + server.port() + "/hr",
            name -> clock = new NotingClock(name));
    client = ScriptedServer.client(relay);
    database = server.accept();
  }

  /** Clock that keeps each task's due moment, and the moment at which it was added. */
  private static final class NotingClock extends DelayScheduler {
    private final BlockingQueue<long[]> tasks = new LinkedBlockingQueue<>();

    NotingClock(String name) {
      super(name);
    }

    @Override
    void at(long due, Runnable action) {
      tasks.add(new long[] {due, System.nanoTime()});
      super.at(due, action);
    }

    @Override
    long waking() {
      return 0;
    }
  }

  /** Waits until the link is open, and forgets the tasks that this took. */
  private void settle() throws IOException {
    ask(QUESTION);
    answer((byte) 0);
    clock.tasks.clear();
  }

  /** The next task was delayed by this time, counted from a moment after the given one. */
  private void assertDelayed(long after, long nanos) throws InterruptedException {
    long[] task = clock.tasks.take();
    assertThat(task[0] - after).isGreaterThanOrEqualTo(nanos);
    assertThat(task[0] - task[1]).isLessThanOrEqualTo(nanos);
  }

  private void askDelayed(long nanos) throws Exception {
    long from = System.nanoTime();
    ask(QUESTION);
    assertDelayed(from, nanos);
  }

  private void answerDelayed(long nanos, byte... bytes) throws Exception {
    long from = System.nanoTime();
    answer(bytes);
    assertDelayed(from, nanos);
  }

  @AfterEach
  void disconnect() throws IOException {
    client.close();
    database.close();
    relay.close();
    server.close();
  }

  private void ask(byte[]... bursts) throws IOException {
    for (byte[] burst : bursts) {
      client.getOutputStream().write(burst);
      assertThat(database.getInputStream().readNBytes(burst.length)).isEqualTo(burst);
    }
  }

  private void answer(byte... bytes) throws IOException {
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

  @Test
  void url_isTheSameByWayOfTheRelay() {
    assertThat(relay.url()).isEqualTo("jdbc:postgresql://127.0.0.1:" + relay.port() + "/hr");
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
  void burstWithAnAnswer_isOneRoundTrip() throws IOException {
    ask(QUESTION, QUESTION, QUESTION);
    assertThat(relay.total().roundTrips()).as("not answered yet").isZero();
    answer((byte) 1);
    answer((byte) 2, (byte) 3);
    ask(QUESTION);
    answer((byte) 4);

    assertThat(relay.total()).isEqualTo(new LinkCounts(1, 32, 4, 2, 0, 0, 1, 0));
  }

  @Test
  void answerInTheMiddleOfARequest_isNoRoundTripOfItsOwn() throws IOException {
    byte[] bind = message('B', 100);
    ask(startup());
    answer((byte) 'R');
    ask(message('Q', 5), message('P', 9), Arrays.copyOf(bind, 50));
    answer((byte) 'C', (byte) 'Z');
    ask(Arrays.copyOfRange(bind, 50, bind.length), message('E', 5), message('S', 0));
    answer((byte) 'Z');

    LinkCounts counts = relay.total();
    assertThat(counts.roundTrips()).isEqualTo(2);
    assertThat(counts.parses()).isEqualTo(2);
    assertThat(counts.statements()).isEqualTo(2);
    assertThat(counts.unread()).isZero();
  }

  @Test
  void counts_areKeptForEachLinkAndInAll() throws IOException {
    ask(QUESTION);
    answer((byte) 1);
    LinkCounts before = relay.total();
    try (Socket other = ScriptedServer.client(relay);
        Socket accepted = server.accept()) {
      other.getOutputStream().write(1);
      assertThat(accepted.getInputStream().read()).isEqualTo(1);
      List<Link> links = relay.links();
      assertThat(links).hasSize(2);
      assertThat(links.get(0).counts().bytesSent()).isEqualTo(QUESTION.length);
      assertThat(links.get(1).counts().bytesSent()).isEqualTo(1);
    }
    Await.until("the link is forgotten", () -> relay.links().size() == 1);

    assertThat(relay.total().since(before)).isEqualTo(new LinkCounts(1, 1, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void latency_isHalfEachWay() throws Exception {
    settle();
    relay.setRoundTrip(Duration.ofMillis(40), Duration.ZERO);
    askDelayed(millis(20));
    answerDelayed(millis(20), (byte) 1);

    relay.setRoundTrip(Duration.ZERO, Duration.ZERO);
    ask(QUESTION);
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
  void bytesUnderWay_doNotWaitForEachOther() throws Exception {
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
    ask(QUESTION);
    relay.cut();
    assertReset(client);
    assertReset(database);
    awaitNoLink();
    assertThat(relay.total().bytesSent()).isEqualTo(QUESTION.length);

    relay.setRoundTrip(Duration.ZERO, Duration.ZERO);
    client = ScriptedServer.client(relay);
    database = server.accept();
    ask(QUESTION);
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
    ask(QUESTION);
    answer((byte) 1);
  }

  @Test
  void lostBurst_comesWhenItIsSentAgain() throws Exception {
    settle();
    relay.setLoss(1_000_000);
    askDelayed(millis(200));
    relay.setLoss(0);
    answer((byte) 1);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "20, true", "0, false", "20, false"})
  void endOfOneSide_endsTheOtherAfterItsLastWords(long roundTripMillis, boolean ofTheClient)
      throws IOException {
    relay.setRoundTrip(Duration.ofMillis(roundTripMillis), Duration.ZERO);
    Socket one = ofTheClient ? client : database;
    Socket other = ofTheClient ? database : client;
    one.getOutputStream().write(QUESTION);
    one.close();
    assertThat(other.getInputStream().readAllBytes()).isEqualTo(QUESTION);
    awaitNoLink();
  }

  @Test
  void resetOfOneSide_resetsTheOther() throws IOException {
    ask(QUESTION);
    database.setSoLinger(true, 0);
    database.close();
    assertReset(client);
    awaitNoLink();
  }

  @Test
  void databaseThatIsGone_resetsTheClient() throws IOException {
    ask(QUESTION);
    server.close();
    try (Socket other = ScriptedServer.client(relay)) {
      assertReset(other);
    }
    assertThat(relay.total().connects()).isEqualTo(1);
  }

  @Test
  void close_leavesNoThread() throws IOException {
    relay.setRoundTrip(Duration.ofMillis(5), Duration.ZERO);
    ask(QUESTION);
    answer((byte) 1);
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

  /** Kernel and relay hold some megabytes; more has to wait. */
  @ParameterizedTest
  @ValueSource(longs = {0, 60_000})
  void bytesThatNobodyTakes_holdBackWhoBringsMore(long roundTripMillis) throws IOException {
    try (SocketChannel bringer =
            SocketChannel.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), relay.port()));
        Socket accepted = server.accept()) {
      bringer.write(ByteBuffer.allocate(1));
      assertThat(accepted.getInputStream().read()).isZero();
      relay.setRoundTrip(Duration.ofMillis(roundTripMillis), Duration.ZERO);
      bringer.configureBlocking(false);
      ByteBuffer bytes = ByteBuffer.allocate(1 << 20);
      AtomicInteger refusals = new AtomicInteger();
      AtomicLong brought = new AtomicLong();
      Await.until(
          "it has to wait",
          () -> {
            int taken = write(bringer, bytes.clear());
            brought.addAndGet(taken);
            return taken == 0 ? refusals.incrementAndGet() > 20 : refusals.getAndSet(0) < 0;
          });
      assertThat(brought.get()).isLessThan(32 << 20);
    }
  }

  private static int write(SocketChannel channel, ByteBuffer bytes) {
    try {
      return channel.write(bytes);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void jitter_isDrawnForEachRoundTrip() throws Exception {
    settle();
    relay.setRoundTrip(Duration.ofMillis(20), Duration.ofMillis(20));
    SplittableRandom drawn = new SplittableRandom(1); // the seed of the first link
    for (int i = 0; i < 20; i++) {
      long oneWay = (millis(20) + drawn.nextLong(-millis(20), millis(20) + 1)) / 2;
      askDelayed(oneWay);
      answerDelayed(oneWay, (byte) 1);
      answerDelayed(oneWay, (byte) 2, (byte) 3);
    }
  }

  /** Oracle's packets say at their fifth byte what they are. */
  @ParameterizedTest
  @CsvSource({"1, 5, 1", "1, 2, 0", "6, 5, 0"})
  void clientThatIsSentElsewhere_isCounted(int said, int answered, long redirects)
      throws IOException {
    ask(new byte[] {0, 8, 0, 0, (byte) said, 0, 0, 0});
    answer((byte) 0, (byte) 8, (byte) 0, (byte) 0, (byte) 11, (byte) 0, (byte) 0, (byte) 0);
    ask(new byte[] {0, 8, 0, 0, (byte) said, 0, 0, 0});
    answer((byte) 0, (byte) 8, (byte) 0, (byte) 0, (byte) answered, (byte) 0, (byte) 0, (byte) 0);
    assertThat(relay.total().redirects()).isEqualTo(redirects);
  }

  private static List<String> threads(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.equals(prefix) || name.startsWith(prefix + "-"))
        .toList();
  }
}
