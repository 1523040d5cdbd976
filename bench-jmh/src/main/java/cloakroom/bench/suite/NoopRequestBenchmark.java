package cloakroom.bench.suite;

import cloakroom.app.NoopApplication;
import cloakroom.app.file.ApplicationFile;
import cloakroom.http.AdminGuard;
import cloakroom.http.Tier;
import cloakroom.http.TierServer;
import cloakroom.http.UserSessions;
import cloakroom.module.TierCounters;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Benchmark of a request to the tier without modules and database, next to a bare Jetty server that
 * writes the same body. Each thread is a user with a keep-alive connection.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar NoopRequestBenchmark -prof gc</pre>
 */
@Threads(80)
@Fork(value = 1, jvmArgsAppend = "-Dhttp.maxConnections=1000") // that java.net keeps alive
public class NoopRequestBenchmark extends SuiteBenchmark {
  private static final int MAX_REQUESTS = 200; // that each server processes at the same time
  private static final int SERVER_THREADS = MAX_REQUESTS + 8;
  private static final String HOST = "127.0.0.1";

  @Param({"tier", "bare"})
  public String server;

  private final Server bare = new Server(new QueuedThreadPool(SERVER_THREADS));
  private TierServer tier;
  private int port;

  @Setup
  public void start() throws Exception {
    NoopApplication application =
        new NoopApplication(ApplicationFile.read(ApplicationFile.DEFAULT));
    TierCounters counters = new TierCounters();
    UserSessions.SessionLimits limits =
        new UserSessions.SessionLimits(Duration.ofMinutes(30), 8, Duration.ofSeconds(30), 1_000);
    UserSessions sessions = new UserSessions(application, counters, limits);
    tier =
        new TierServer(
            new Tier(application, sessions, counters, List.of(), 0, Optional.empty(), Map.of()),
            new TierServer.Listening(HOST, 0, new AdminGuard(HOST, ""), 0, MAX_REQUESTS, false));
    tier.start();
    port = tier.port();
    if (server.equals("bare")) {
      port = startBare(new User().open(port, 1).request());
    }
  }

  private int startBare(byte[] body) throws Exception {
    ServerConnector connector = new ServerConnector(bare);
    connector.setHost(HOST);
    bare.addConnector(connector);
    bare.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            response.getHeaders().add(HttpHeader.CONTENT_TYPE, "application/json");
            response.getHeaders().add(HttpHeader.SET_COOKIE, "bare=0");
            response.write(true, ByteBuffer.wrap(body), callback);
            return true;
          }
        });
    bare.start();
    return connector.getLocalPort();
  }

  @TearDown
  public void stop() throws Exception {
    bare.stop();
    tier.close();
  }

  /** User with a session, which the first response opens. */
  @State(Scope.Thread)
  public static class User {
    private URL page;
    private String cookie;

    @Setup
    public void open(NoopRequestBenchmark benchmark, ThreadParams thread) throws IOException {
      open(benchmark.port, 1 + thread.getThreadIndex());
    }

    User open(int port, int number) throws IOException {
      page = URI.create("http://" + HOST + ":" + port + "/departments?user=" + number).toURL();
      HttpURLConnection connection = (HttpURLConnection) page.openConnection();
      cookie = connection.getHeaderField("Set-Cookie").replaceFirst(";.*", "");
      connection.getInputStream().close();
      return this;
    }

    byte[] request() throws IOException {
      HttpURLConnection connection = (HttpURLConnection) page.openConnection();
      connection.setRequestProperty("Cookie", cookie);
      try (InputStream body = connection.getInputStream()) {
        return body.readAllBytes();
      }
    }
  }

  @Benchmark
  public byte[] request(User user) throws IOException {
    return user.request();
  }
}
