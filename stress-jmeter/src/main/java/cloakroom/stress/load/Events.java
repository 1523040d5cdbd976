package cloakroom.stress.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the engine tells its parent: one JSON object on a line of standard output, nothing else. */
final class Events {
  private final ObjectMapper json = new ObjectMapper();
  private final PrintStream out;

  Events(PrintStream out) {
    this.out = out;
  }

  /** Takes standard output for the events; what anybody else prints goes to standard error. */
  static Events onStandardOutput() {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    return new Events(out);
  }

  void started() {
    send("started", Map.of("processId", ProcessHandle.current().pid()));
  }

  /** The measured phase begins, at {@code at} epoch milliseconds. */
  void measured(long at) {
    send("measured", Map.of("at", at));
  }

  void tick(Map<String, Object> fields) {
    send("tick", fields);
  }

  /** The load is over, at {@code at} epoch milliseconds; files and dashboard are still to come. */
  void ended(long at) {
    send("ended", Map.of("at", at));
  }

  void finished(Totals totals, boolean cutShort) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("requests", totals.requests());
    fields.put("transactions", totals.transactions());
    fields.put("errors", totals.errors());
    fields.put("cutShort", cutShort);
    send("finished", fields);
  }

  void failed(String message) {
    send("failed", Map.of("message", message));
  }

  private synchronized void send(String event, Map<String, Object> fields) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", event);
    line.putAll(fields);
    try {
      out.println(json.writeValueAsString(line));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
