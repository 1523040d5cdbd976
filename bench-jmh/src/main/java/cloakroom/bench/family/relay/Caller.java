package cloakroom.bench.family.relay;

import cloakroom.bench.lab.Blocks.Figures;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.HdrHistogram.Histogram;

/** Connections on the calling thread that ask an {@link Echo} and wait for it. */
final class Caller implements Closeable {
  private static final long LONGEST_NANOS = 60_000_000_000L;
  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final int DIGITS = 3;
  private static final int QUESTION = 64;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Selector selector = Selector.open();
  private final List<Line> lines = new ArrayList<>();
  private final long pause;
  private final DoubleSupplier cpuMillis;
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(QUESTION);
  private Histogram nanos = new Histogram(LONGEST_NANOS, DIGITS);
  private IOException failure;

  /** One connection: when it asked last or asks next, and whether it waits. */
  private static final class Line {
    private final SocketChannel channel;
    private long at;
    private int missing;

    Line(SocketChannel channel) {
      this.channel = channel;
    }
  }

  /**
   * Connects.
   *
   * @param pause from one question of a connection to its next; zero to ask at once
   * @param cpuMillis processor time so far of whom the answers cost it
   */
  Caller(int port, int connections, Duration pause, DoubleSupplier cpuMillis) throws IOException {
    this.pause = pause.toNanos();
    this.cpuMillis = cpuMillis;
    InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    for (int i = 0; i < connections; i++) {
      SocketChannel channel = SocketChannel.open(new InetSocketAddress(here, port));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      Line line = new Line(channel);
      lines.add(line);
      channel.configureBlocking(false).register(selector, SelectionKey.OP_READ, line);
    }
  }

  /** Asks for so long, and until the last answer is there. */
  Figures run(Duration duration) throws IOException {
    nanos = new Histogram(LONGEST_NANOS, DIGITS);
    double cpu = cpuMillis.getAsDouble();
    long begin = System.nanoTime();
    for (int i = 0; i < lines.size(); i++) {
      lines.get(i).at = begin + pause * i / lines.size();
    }
    long end = begin + duration.toNanos();
    while (askAndHear(end)) {
      if (failure != null) {
        throw failure;
      }
      if (System.nanoTime() - end > PATIENCE_NANOS) {
        throw new IOException("no answer");
      }
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    double count = nanos.getTotalCount();
    double cost = (cpuMillis.getAsDouble() - cpu) * NANOS_PER_MILLI / count;
    return new Figures(List.of(count / seconds), nanos, Double.NaN, cost);
  }

  /** Everybody whose time it is asks, and whoever is answered hears it; whether anybody goes on. */
  private boolean askAndHear(long end) throws IOException {
    long next = Long.MAX_VALUE;
    boolean waiting = false;
    long now = System.nanoTime();
    for (Line line : lines) {
      if (line.missing == 0 && now - end < 0) {
        if (now - line.at >= 0) {
          ask(line);
        } else {
          next = Math.min(next, line.at - now);
        }
      }
      waiting |= line.missing > 0;
    }
    // a selector waits in whole milliseconds
    long millis = Math.max(1, Math.min(100, next / 1_000_000));
    if (waiting || now - end < 0) {
      selector.select(this::hear, millis);
      return true;
    }
    return false;
  }

  private void ask(Line line) throws IOException {
    bytes.clear();
    line.missing = QUESTION;
    line.at = System.nanoTime();
    line.channel.write(bytes);
  }

  private void hear(SelectionKey key) {
    Line line = (Line) key.attachment();
    try {
      int length = line.channel.read(bytes.clear());
      if (length < 0) {
        throw new IOException("a connection has ended");
      }
      line.missing -= length;
      if (line.missing == 0) {
        nanos.recordValue(Math.min(System.nanoTime() - line.at, LONGEST_NANOS));
        line.at += pause;
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  @Override
  public void close() throws IOException {
    for (Line line : lines) {
      line.channel.close();
    }
    selector.close();
  }
}
