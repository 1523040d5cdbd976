package cloakroom.stress.load;

import cloakroom.stress.process.Records;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Events of the engine: one JSON object a line on standard output, and lines from the parent. */
public final class Events {
  /** The measured phase begins, {@code at} epoch milliseconds. */
  public static final String MEASURED = "measured";

  /**
   * First word of the parent's line that starts a load after {@code --wait}. Properties of the plan
   * follow, NAME=VALUE each, without spaces.
   */
  public static final String BEGIN = "begin";

  /** Line from the parent: stop the load early, no more samples are needed. */
  public static final String ENOUGH = "enough";

  /** A second has passed: a {@link Tick}. */
  public static final String TICK = "tick";

  /**
   * A request has ended while requests are counted: its name and its {@code transaction}, or "".
   * The next request waits for {@link #COUNTED}.
   */
  public static final String REQUEST = "request";

  /** Line from the parent: the last {@link #REQUEST} is counted. */
  public static final String COUNTED = "counted";

  /** State of remote {@code engines} when the load begins, and again when it has ended. */
  public static final String ENGINES = "engines";

  /** A remote engine no longer responds; {@code why} is the reason. */
  public static final String LOST = "lost";

  /** A remote engine waits for controllers. */
  public static final String SERVING = "serving";

  /** The load is over, {@code at} epoch milliseconds; files and dashboard follow. */
  public static final String ENDED = "ended";

  /** All files are written: a {@link Finished}. */
  public static final String FINISHED = "finished";

  /** Counts of the measured phase, and whether the engine was stopped early. */
  public record Finished(long requests, long transactions, long errors, boolean cutShort) {}

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  /** Takes standard output for the events; other output goes to standard error. */
  Events() {
    System.setOut(System.err);
  }

  synchronized void send(String event, Object fields) {
    ObjectNode line = JsonNodeFactory.instance.objectNode().put("event", event);
    out.println(line.<ObjectNode>setAll(Records.tree(fields)));
  }
}
