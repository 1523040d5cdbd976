package cloakroom.stress.trial;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.platform.Daemons;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveProgressIT {
  private final HttpClient client = HttpClient.newHttpClient();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private RunProgress open(OptionalInt port) {
    return new RunProgress(new PrintStream(said, true, UTF_8), port);
  }

  private String firstLine() {
    return said.toString(UTF_8).lines().findFirst().orElseThrow();
  }

  private URI at(String path) {
    return URI.create(firstLine().replace("live: ", "")).resolve(path);
  }

  private Iterator<String> events() throws Exception {
    return client
        .send(HttpRequest.newBuilder(at("/events")).build(), BodyHandlers.ofLines())
        .body()
        .iterator();
  }

  private static String next(Iterator<String> lines, String word) {
    String line = lines.next();
    while (!line.contains(word)) {
      line = lines.next();
    }
    return line;
  }

  private String nodes() {
    try {
      return client
          .send(HttpRequest.newBuilder(at("/nodes")).build(), BodyHandlers.ofString())
          .body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void run_showsItsTrialAndItsNodes_andEndsWithItsClients(@TempDir Path out) throws Exception {
    FakeRun run = new FakeRun(out);
    run.engines.add("endless");
    try (RunProgress progress = open(OptionalInt.of(0))) {
      assertThat(firstLine()).matches("live: http://127\\.0\\.0\\.1:\\d+/");
      run.progress = progress;
      Iterator<String> lines = events();
      CompletableFuture<Path> ran =
          CompletableFuture.supplyAsync(() -> run.run(1, "a"), Daemons.each("run"));

      assertThat(next(lines, "\"begins\"")).contains("{\"begins\":\"a\",\"trial\":1}");
      assertThat(next(lines, "values")).contains("\"variant\":\"a\"");
      assertThat(next(lines, "doing")).contains("trial 1/1 a: ");
      String silent = "[{\"name\":\"tier\"}]";
      assertThat(Stream.generate(this::nodes).dropWhile(silent::equals).findFirst())
          .contains("[{\"inFlight\":1,\"name\":\"tier\"}]");
      run.stop.raise("seen enough");
      assertThat(ran.join()).exists();
      // earlier messages may be skipped
      assertThat(next(lines, "cut short: seen enough")).contains("\"over\":false");
      progress.live.close(); // the port does not wait long for a client that is slow
      assertThat(next(lines, "\"over\":true")).contains("the run has ended");
    }
  }

  @Test
  void withoutAPort_theTerminalIsToldAsEver() {
    try (RunProgress progress = open(OptionalInt.empty())) {
      progress.print("a line");
    }
    assertThat(said.toString(UTF_8).lines()).containsExactly("a line");
  }
}
