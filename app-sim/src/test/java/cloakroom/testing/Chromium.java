package cloakroom.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Headless Chromium of the system with one page, controlled by the DevTools protocol. */
public final class Chromium implements AutoCloseable {
  private static final String VARIABLE = "CLOAKROOM_CHROMIUM";

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private static final String NONE =
      "no browser: none of %s on the path, and no %s".formatted(NAMES, VARIABLE);

  private static final String LISTENING = "DevTools listening on ";
  private static final int HEIGHT = 900;

  /** A picture that is taller fits into no texture. */
  private static final double TALLEST = 16_000;

  private static final long SECONDS = 300;
  private static final ObjectMapper JSON = new ObjectMapper();
  private final Process process;
  private final WebSocket socket;
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();

  /** What the page has told since it was opened; its own lock. */
  private final List<JsonNode> events = new ArrayList<>();

  private final String session;
  private int asked;

  public enum View {
    LIGHT(1280, "light"),
    DARK(1280, "dark"),
    NARROW(400, "light");

    private final int width;
    private final String scheme;

    View(int width, String scheme) {
      this.width = width;
      this.scheme = scheme;
    }

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private Chromium(Process process, String url) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(url), new Ear())
            .join();
    Map<String, Object> blank = Map.of("url", "about:blank");
    JsonNode target = ask("", "Target.createTarget", blank).get("targetId");
    Map<String, Object> attach = Map.of("targetId", target, "flatten", true);
    this.session = ask("", "Target.attachToTarget", attach).get("sessionId").asText();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      ask(domain + ".enable", Map.of());
    }
    ask("Page.setLifecycleEventsEnabled", Map.of("enabled", true));
  }

  /** Starts a browser. Skips the test, with the reason, if there is none. */
  public static Chromium start() throws IOException {
    Optional<String> program = program();
    assumeTrue(program.isPresent(), NONE);
    List<String> lines = new ArrayList<>();
    Optional<Chromium> started = launch(program.get(), lines);
    assumeTrue(started.isPresent(), () -> "no browser: " + program.get() + " ends with " + lines);
    return started.get();
  }

  /** Returns empty, with the output in {@code lines}, if the program ends. */
  private static Optional<Chromium> launch(String program, List<String> lines) throws IOException {
    Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
    Process process =
        new ProcessBuilder(
                program,
                "--headless=new",
                "--no-sandbox", // which root cannot have
                "--remote-debugging-port=0",
                "--user-data-dir=" + Files.createTempDirectory(target, "chromium"),
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-extensions",
                "--no-first-run",
                "--hide-scrollbars",
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader errors = process.errorReader(UTF_8);
    String line = errors.readLine();
    while (line != null && !line.startsWith(LISTENING)) {
      lines.add(line);
      line = errors.readLine();
    }
    if (line == null) {
      return Optional.empty();
    }
    Thread rest = new Thread(() -> errors.lines().forEach(ignored -> {}), "chromium-errors");
    rest.setDaemon(true);
    rest.start();
    return Optional.of(new Chromium(process, line.substring(LISTENING.length()).strip()));
  }

  /**
   * Takes the picture of a page's first screen for {@code docs/images/make.sh}: URL, file, seconds
   * after the page has loaded, in which a live page gets its data.
   */
  public static void main(String[] arguments) throws Exception {
    List<String> lines = new ArrayList<>();
    String program = program().orElseThrow(() -> new IOException(NONE));
    try (Chromium browser =
        launch(program, lines).orElseThrow(() -> new IOException(program + " ends: " + lines))) {
      browser.open(URI.create(arguments[0]), View.LIGHT);
      TimeUnit.SECONDS.sleep(Long.parseLong(arguments[2]));
      browser.capture(Path.of(arguments[1]), Map.of());
    }
  }

  private static Optional<String> program() {
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    Stream<String> found =
        NAMES.stream()
            .flatMap(
                name ->
                    Stream.of(path.split(File.pathSeparator, -1))
                        .map(folder -> Path.of(folder, name))
                        .filter(Files::isExecutable)
                        .map(Path::toString));
    return Stream.concat(Stream.ofNullable(System.getenv(VARIABLE)), found).findFirst();
  }

  public void open(URI page, View view) throws InterruptedException {
    synchronized (events) {
      events.clear();
    }
    ask(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", view.width, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
    Map<String, String> scheme = Map.of("name", "prefers-color-scheme", "value", view.scheme);
    ask("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
    JsonNode going = ask("Page.navigate", Map.of("url", page.toString()));
    JsonNode loader = going.path("loaderId");
    await(
        event ->
            event.at("/params/name").asText().equals("load")
                && event.at("/params/loaderId").equals(loader));
  }

  /** The value of a script's last expression; that of a promise when it is kept. */
  public JsonNode evaluate(String script) {
    JsonNode told =
        ask(
            "Runtime.evaluate",
            Map.of("expression", script, "awaitPromise", true, "returnByValue", true));
    if (told.has("exceptionDetails")) {
      throw new AssertionError(told.get("exceptionDetails").toString());
    }
    return told.at("/result/value");
  }

  public List<String> requests() {
    return told("Network.requestWillBeSent", "/request/url");
  }

  /** Errors on the page's console, and exceptions that nobody caught. */
  public List<String> errors() {
    List<String> all = new ArrayList<>(told("Runtime.exceptionThrown", "/exceptionDetails"));
    Stream.of("Runtime.consoleAPICalled|/type|/args", "Log.entryAdded|/entry/level|/entry/text")
        .map(row -> row.split("\\|", -1))
        .forEach(
            row ->
                heard(row[0]).stream()
                    .filter(event -> List.of("error", "assert").contains(event.at(row[1]).asText()))
                    .forEach(event -> all.add(text(event.at(row[2])))));
    return all;
  }

  private List<String> told(String method, String place) {
    return heard(method).stream().map(event -> text(event.at(place))).toList();
  }

  private static String text(JsonNode node) {
    return node.isTextual() ? node.asText() : node.toString();
  }

  private List<JsonNode> heard(String method) {
    synchronized (events) {
      return events.stream()
          .filter(event -> event.path("method").asText().equals(method))
          .map(event -> event.path("params"))
          .toList();
    }
  }

  /** Takes a picture of the whole page. */
  public void picture(Path file) throws IOException {
    JsonNode size = ask("Page.getLayoutMetrics", Map.of()).path("cssContentSize");
    double height = Math.min(TALLEST, size.path("height").asDouble());
    double width = size.path("width").asDouble();
    Map<String, Object> clip = Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1);
    capture(file, Map.of("captureBeyondViewport", true, "optimizeForSpeed", true, "clip", clip));
  }

  private void capture(Path file, Map<String, ?> options) throws IOException {
    JsonNode png = ask("Page.captureScreenshot", options);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, Base64.getDecoder().decode(png.path("data").asText()));
  }

  private JsonNode ask(String method, Map<String, ?> parameters) {
    return ask(session, method, parameters);
  }

  private JsonNode ask(String to, String method, Map<String, ?> parameters) {
    asked++;
    ObjectNode command = JSON.createObjectNode().put("id", asked).put("method", method);
    command.set("params", JSON.valueToTree(parameters));
    if (!to.isEmpty()) {
      command.put("sessionId", to);
    }
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(asked, answer);
    socket.sendText(command.toString(), true).join();
    JsonNode told = answer.orTimeout(SECONDS, TimeUnit.SECONDS).join();
    if (told.has("error")) {
      throw new AssertionError(method + ": " + told.get("error"));
    }
    return told.path("result");
  }

  private void await(Predicate<JsonNode> wanted) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    synchronized (events) {
      while (events.stream().noneMatch(wanted)) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError("the page does not load: " + events);
        }
        events.wait(left);
      }
    }
  }

  private void hear(String message) {
    JsonNode told;
    try {
      told = JSON.readTree(message);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
    if (told.has("id")) {
      answers.remove(told.get("id").asInt()).complete(told);
    } else {
      synchronized (events) {
        events.add(told);
        events.notifyAll();
      }
    }
  }

  private final class Ear implements WebSocket.Listener {
    private final StringBuilder message = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      message.append(part);
      if (last) {
        hear(message.toString());
        message.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  @Override
  public void close() {
    List<ProcessHandle> all = process.descendants().toList();
    socket.abort();
    process.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
  }
}
