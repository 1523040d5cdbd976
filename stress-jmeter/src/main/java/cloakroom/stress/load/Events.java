package cloakroom.stress.load;

import cloakroom.stress.process.Records;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Protocol between load engine and parent process: the engine writes JSON events to standard output
 * and reads commands, one per line, from standard input.
 */
public final class Events {
  /** Event: the measured phase has begun, at {@code at} in epoch milliseconds. */
  public static final String MEASURED = "measured";

  /**
   * Command that starts the load of an engine that was started with {@code --wait}. Plan properties
   * follow as NAME=VALUE without spaces.
   */
  public static final String BEGIN = "begin";

  /** Command that stops the load early, because enough samples were measured. */
  public static final String ENOUGH = "enough";

  /** Event sent each second, with the load's progress as a {@link Tick}. */
  public static final String TICK = "tick";

  /**
   * Event: a request has ended, with its name and its {@code transaction}, which may be "". Sent
   * only while database work is counted per request. The engine then waits for {@link #COUNTED}.
   */
  public static final String REQUEST = "request";

  /** Command that allows the next request, because the last one's database work is counted. */
  public static final String COUNTED = "counted";

  /** Event: the remote engines and what is known of them, as {@code EnginePart}s. */
  public static final String ENGINES = "engines";

  /** Event: a remote engine no longer responds, with the reason {@code why}. */
  public static final String LOST = "lost";

  public static final String SERVING = "serving";

  /**
   * Event: the load has ended, at {@code at} in epoch milliseconds. The engine still writes the
   * remaining files and JMeter's dashboard.
   */
  public static final String ENDED = "ended";

  /** Event: the engine has written all files, with the load's totals as {@link Finished}. */
  public static final String FINISHED = "finished";

  public record Finished(long requests, long transactions, long errors, boolean cutShort) {}

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  /** Redirects System.out to standard error, because other output would corrupt the events. */
  Events() {
    System.setOut(System.err);
  }

  synchronized void send(String event, Object fields) {
    ObjectNode line = JsonNodeFactory.instance.objectNode().put("event", event);
    out.println(line.<ObjectNode>setAll(Records.tree(fields)));
  }
}
