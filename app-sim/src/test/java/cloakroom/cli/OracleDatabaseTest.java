package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Await;
import cloakroom.database.oracle.FakeOracle;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class OracleDatabaseTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final InputStream before = System.in;
  private PipedOutputStream parent;

  @BeforeEach
  void haveAParent() throws IOException {
    parent = new PipedOutputStream();
    System.setIn(new PipedInputStream(parent));
  }

  @AfterEach
  void giveInputBack() throws IOException {
    parent.close();
    System.setIn(before);
  }

  private CompletableFuture<Integer> run(FakeOracle oracle, String... more) {
    CommandLine command =
        AppSim.configured(new CommandLine(new DatabaseCommand(oracle::start)))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    String[] arguments =
        Stream.concat(Stream.of("--db", "oracle"), Arrays.stream(more)).toArray(String[]::new);
    return CompletableFuture.supplyAsync(() -> command.execute(arguments));
  }

  private List<JsonNode> events() throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> events = new ArrayList<>();
    for (String line : out.toString().lines().toList()) {
      events.add(json.readTree(line));
    }
    return events;
  }

  @Test
  void database_isReadyWithItsSchemaAndStopsWithItsParent() throws Exception {
    FakeOracle oracle = FakeOracle.ready();
    CompletableFuture<Integer> code =
        run(oracle, "--json", "--exit-with-parent", "--users", "1500");
    Await.until("ready", () -> out.toString().contains("\"ready\""));

    JsonNode ready = events().get(1);
    Path passwordFile = Path.of(ready.get("passwordFile").asText());
    String password = Files.readString(passwordFile).strip();
    assertThat(ready.get("url").asText()).isEqualTo("jdbc:oracle:thin:@//127.0.0.1:32768/freepdb1");
    assertThat(ready.get("user").asText()).isEqualTo("cloakroom");
    assertThat(ready.get("container").asText()).isEqualTo("0123456789ab");
    assertThat(ready.get("processId").asLong()).isEqualTo(ProcessHandle.current().pid());
    assertThat(ready.has("pid")).as("the server's process is not ours to see").isFalse();
    assertThat(oracle.statements()).anyMatch(text -> text.contains("create table ps_txn"));
    parent.close();

    assertThat(code.get()).isZero();
    assertThat(events())
        .extracting(e -> e.get("event").asText())
        .containsExactly("progress", "ready", "stopped");
    assertThat(oracle.isClosed()).isTrue();
    assertThat(Files.exists(passwordFile)).isFalse();
    assertThat(out.toString() + err).doesNotContain(password, oracle.administratorsPassword());
  }

  @Test
  void plainOutput_tellsHowToConnectAndToStop() throws Exception {
    CompletableFuture<Integer> code = run(FakeOracle.ready(), "--exit-with-parent");
    Await.until("ready", () -> out.toString().contains("Ctrl-C"));
    parent.close();

    assertThat(code.get()).isZero();
    assertThat(out.toString().lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("starting Oracle from gvenzl/oracle-free:"),
            line -> assertThat(line).isEqualTo("Oracle is ready, with the schema installed."),
            line -> assertThat(line).endsWith("jdbc:oracle:thin:@//127.0.0.1:32768/freepdb1"),
            line -> assertThat(line).isEqualTo("  user     cloakroom"),
            line -> assertThat(line).startsWith("  sqlplus  sqlplus cloakroom@//127.0.0.1:32768/"),
            line -> assertThat(line).startsWith("Stop it with Ctrl-C, or: kill "),
            line -> assertThat(line).isEqualTo("Stopped."));
  }

  @Test
  void containerThatDiesLater_isToldInOneLine() throws Exception {
    FakeOracle oracle = FakeOracle.ready();
    CompletableFuture<Integer> code = run(oracle, "--json", "--exit-with-parent");
    Await.until("ready", () -> out.toString().contains("\"ready\""));
    oracle.die("ORA-07445: core dump");

    assertThat(code.get()).isEqualTo(2);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith("database: Oracle ended unexpectedly: its container ended; its last lines: ")
        .endsWith("ORA-07445: core dump");
  }
}
