import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes a picture of a page after some seconds: {@code java Screenshot.java URL FILE SECONDS}.
 * Chromium's own option takes it when a page has loaded, which a live page never has.
 */
final class Screenshot implements WebSocket.Listener {
  private final StringBuilder text = new StringBuilder();
  private final CompletableFuture<String> answer = new CompletableFuture<>();

  @Override
  public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
    text.append(part);
    if (last) {
      answer.complete(text.toString());
    }
    socket.request(1);
    return null;
  }

  private static String found(String pattern, String in) {
    Matcher matcher = Pattern.compile(pattern).matcher(in == null ? "" : in);
    return matcher.find() ? matcher.group(1) : null;
  }

  public static void main(String[] arguments) throws Exception {
    String program = System.getenv().getOrDefault("CHROMIUM", "chromium");
    String profile = Files.createTempDirectory("chromium").toString();
    Process chromium =
        new ProcessBuilder(
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--window-size=1280,900",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                arguments[0])
            .redirectErrorStream(true)
            .start();
    try (BufferedReader log =
        new BufferedReader(new InputStreamReader(chromium.getInputStream()))) {
      String port = null;
      while (port == null) {
        port = found("ws://127.0.0.1:(\\d+)/", log.readLine());
      }
      TimeUnit.SECONDS.sleep(Long.parseLong(arguments[2]));
      HttpClient client = HttpClient.newHttpClient();
      URI pages = URI.create("http://127.0.0.1:" + port + "/json");
      String list = client.send(HttpRequest.newBuilder(pages).build(), BodyHandlers.ofString()).body();
      Screenshot screenshot = new Screenshot();
      WebSocket page =
          client
              .newWebSocketBuilder()
              .buildAsync(URI.create(found("\"(ws://[^\"]*/page/[^\"]*)\"", list)), screenshot)
              .join();
      page.sendText("{\"id\":1,\"method\":\"Page.captureScreenshot\"}", true).join();
      String data = found("\"data\":\"([^\"]*)\"", screenshot.answer.get(30, TimeUnit.SECONDS));
      Files.write(Path.of(arguments[1]), Base64.getDecoder().decode(data));
    } finally {
      chromium.destroy();
    }
  }
}
