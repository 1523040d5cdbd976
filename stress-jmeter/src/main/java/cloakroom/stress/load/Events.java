package cloakroom.stress.load;

import cloakroom.stress.process.Records;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What the engine tells its parent: one JSON object on a line of standard output, nothing else. */
public final class Events {
  /** The measured phase begins, {@code at} epoch milliseconds. */
  public static final String MEASURED = "measured";

  /**
   * First word of the parent's line that begins a load of an engine that waits for it. Properties
   * of the plan follow, NAME=VALUE each, without spaces in them.
   */
  public static final String BEGIN = "begin";

  /** The parent's word, a line, that a load has shown enough and may end. */
  public static final String ENOUGH = "enough";

  /** A second has passed: a {@link Tick}. */
  public static final String TICK = "tick";

  /**
   * Of an engine that counts: a request has been answered, {@code request} is its name and {@code
   * transaction} that of the transaction it belongs to. The next one waits for {@link #COUNTED}.
   */
  public static final String REQUEST = "request";

  /** The parent's answer to {@link #REQUEST}, a line of the engine's input. */
  public static final String COUNTED = "counted";

  /**
   * Of a load on {@code engines} elsewhere: what is known of them, and in the end what they did.
   */
  public static final String ENGINES = "engines";

  /** Such an engine does not answer any more; {@code why} says what happens instead. */
  public static final String LOST = "lost";

  /** An engine elsewhere waits for controllers. */
  public static final String SERVING = "serving";

  /** The load is over, {@code at} epoch milliseconds; files and dashboard are still to come. */
  public static final String ENDED = "ended";

  /** All is done, all files are written: a {@link Finished}. */
  public static final String FINISHED = "finished";

  /** What the measured phase has counted, and whether the engine was told to stop. */
  public record Finished(long requests, long transactions, long errors, boolean cutShort) {}

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  /** Takes standard output for the events; what anybody else prints goes to standard error. */
  Events() {
    System.setOut(System.err);
  }

  /** Tells of the event with that name; the fields come from a map or a record. */
  synchronized void send(String event, Object fields) {
    ObjectNode line = JsonNodeFactory.instance.objectNode().put("event", event);
    out.println(line.<ObjectNode>setAll(Records.tree(fields)));
  }
}
