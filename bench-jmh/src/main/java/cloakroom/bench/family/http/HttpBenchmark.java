package cloakroom.bench.family.http;

import cloakroom.bench.family.RequestBenchmark;
import cloakroom.bench.family.Served;
import cloakroom.http.TierServer;
import cloakroom.module.Preset;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * A request to a server in the same process. Each thread is a user with a keep-alive connection and
 * a session, and sends its next request as soon as it has its answer. Both servers' code needs
 * seconds to be compiled.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar HttpBenchmark -p server=TIER,BARE</pre>
 */
@Threads(HttpBenchmark.CONNECTIONS)
@Warmup(iterations = 8, time = 1)
public class HttpBenchmark extends RequestBenchmark {
  static final int CONNECTIONS = 80;

  static final Preset POLICY = Preset.RELEASE_IN_MEMORY;

  /** Who answers. */
  public enum Server {
    /** the tier without modules and database */
    TIER("tier"),
    BARE("bare Jetty"),
    /** the tier on the database */
    PAGES("tier");

    private final String words;

    Server(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  @Param({"TIER", "BARE"})
  public Server server;

  @Param("CHANGE_AND_COMMIT")
  public Script script;

  private int port;
  private AutoCloseable running;

  @Setup
  public void start() throws Exception {
    if (server == Server.BARE) {
      org.eclipse.jetty.server.Server bare = BareServer.listening();
      running = bare::stop;
      port = bare.getURI().getPort();
    } else {
      TierServer tier =
          server == Server.PAGES ? TierUnderLoad.onDatabase(POLICY) : TierUnderLoad.noop();
      running = tier;
      port = tier.port();
    }
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    Served.by(process::getProcessCpuTime, true);
  }

  @TearDown
  public void stop() throws Exception {
    running.close();
  }

  /** A connection with its session. */
  @State(Scope.Thread)
  public static class User {
    private Line line;

    @Setup
    public void connect(HttpBenchmark to, ThreadParams thread) throws IOException {
      line = new Line(to.port, 1 + thread.getThreadIndex(), to.script);
    }

    @TearDown
    public void disconnect() throws IOException {
      line.close();
    }
  }

  @Benchmark
  public void request(User user, Served served) throws IOException {
    user.line.request();
    served.one();
  }
}
