package cloakroom.stress.run;

import cloakroom.stress.watch.ServerRecord;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server that commits once for each tick, and refuses to tell of its log. */
final class FakeRecord implements ServerRecord {
  private final Path file;
  private final List<String> lines = new ArrayList<>();

  FakeRecord(Path file) {
    this.file = file;
    lines.add("epochMs,ownTransactions,ownStatements,ownMicros,commits,logBytes");
  }

  @Override
  public synchronized void tick(long epochMs) {
    int rows = lines.size();
    lines.add(epochMs + ",0," + 2 * rows + "," + 900 * rows + "," + rows + ",");
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = new ObjectMapper().createObjectNode().put("product", "Fake");
    var groups = json.putArray("groups");
    groups
        .addObject()
        .put("name", "database")
        .put("state", "sampled")
        .putArray("figures")
        .add("commits");
    groups
        .addObject()
        .put("name", "wal")
        .put("state", "not permitted")
        .put("reason", "hidden")
        .put("grant", "grant look to us")
        .putArray("figures")
        .add("logBytes");
    return json.put("rows", lines.size() - 1).put("gaps", 0);
  }

  @Override
  public synchronized void close() {
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
