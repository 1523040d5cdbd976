package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.Await;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Export of metrics to an OpenTelemetry collector. */
class TierMetricsTest {
  private final List<ExportMetricsServiceRequest> exports = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private HttpServer collector;
  private URI address;

  @BeforeEach
  void start() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/metrics",
        exchange -> {
          exports.add(ExportMetricsServiceRequest.parseFrom(exchange.getRequestBody()));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    collector.start();
    address = URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/metrics");
  }

  @AfterEach
  void stop() {
    collector.stop(0);
  }

  private TierServer.ShutdownResult serve() throws IOException {
    TierServer.ShutdownResult undone = null;
    for (int node = 0; exports.isEmpty() && node < 100; node++) {
      TierServer server = TestTier.start(new ScriptedApplication());
      server.exportTo(address);
      new Browser(server.port()).get("/departments?user=17");
      undone = server.stop(Await.LIMIT);
    }
    assertThat(exports).isNotEmpty();
    return undone;
  }

  private static Map<String, String> texts(List<KeyValue> attributes) {
    Map<String, String> texts = new HashMap<>();
    attributes.forEach(each -> texts.put(each.getKey(), each.getValue().getStringValue()));
    return texts;
  }

  @Test
  void collector_isSentWhatTheNodeHasCountedByItsEnd() throws Exception {
    serve();

    // one may have been sent while the node worked
    ExportMetricsServiceRequest last = exports.get(exports.size() - 1);
    ResourceMetrics node = last.getResourceMetrics(0);
    assertThat(texts(node.getResource().getAttributesList()))
        .containsEntry("service.name", "cloakroom")
        .containsEntry("service.instance.id", ManagementFactory.getRuntimeMXBean().getName());
    Map<String, Double> events = new HashMap<>();
    Map<String, Double> states = new HashMap<>();
    for (Metric metric : node.getScopeMetrics(0).getMetricsList()) {
      boolean sum = metric.getName().equals("cloakroom.events");
      List<NumberDataPoint> points =
          sum ? metric.getSum().getDataPointsList() : metric.getGauge().getDataPointsList();
      for (NumberDataPoint point : points) {
        Map<String, String> labels = texts(point.getAttributesList());
        assertThat(labels).containsEntry("policy", "test");
        (sum ? events : states).put(labels.get(sum ? "event" : "of"), point.getAsDouble());
      }
    }
    assertThat(events).containsEntry("sessionsCreated", 1.0);
    assertThat(states).containsEntry("inFlight", 0.0);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 500})
  void stop_isThatOfANodeWithoutCollector(int answer) throws Exception {
    status = answer;

    assertThat(serve()).isEqualTo(new TierServer.ShutdownResult(0, 0));
  }
}
