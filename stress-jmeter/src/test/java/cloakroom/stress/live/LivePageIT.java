package cloakroom.stress.live;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.live.LiveRun.Trial;
import cloakroom.testing.Chromium;
import cloakroom.testing.Chromium.View;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class LivePageIT {
  /** Waits for a text of the page and for the next frame, which draws the charts. */
  private static final String DOING =
      """
      new Promise((done) => {
        const text = () => document.getElementById("doing").textContent;
        const poll = () =>
          text().includes("%s") ? requestAnimationFrame(() => done(text())) : setTimeout(poll, 50);
        poll();
      })
      """;

  private static final String DRAWN =
      """
      [...document.querySelectorAll("canvas")]
        .filter((canvas) => canvas.ariaLabel.startsWith("%s"))
        .map((canvas) => Chart.getChart(canvas))
        .map((chart) => %s)[0]
      """;

  @Test
  void page_followsTheRun_drawsMeasuredTimesOnly_andCountsInWholeNumbers() throws Exception {
    try (Chromium browser = Chromium.start();
        LiveRun run = new LiveRun();
        LivePort port = new LivePort(0, run, false)) {
      run.begin(new Trial(1, 2, "<i>sticky</i>", "sticky", 100));
      run.row(Seconds.warmUp(0));
      run.row(Seconds.measured(1, 20));
      browser.open(URI.create(port.address()), View.LIGHT);
      assertThat(browser.evaluate(DOING.formatted("20 of 100")).asText()).contains("<i>sticky</i>");

      String p95 = "chart.data.datasets[1].data.map((point) => point.x + ': ' + point.y).join()";
      assertThat(browser.evaluate(DRAWN.formatted("Response time", p95)).asText())
          .isEqualTo("1: 40");
      String labels = "chart.scales.y.ticks.map((tick) => tick.label).join()";
      assertThat(browser.evaluate(DRAWN.formatted("Errors", labels)).asText()).isEqualTo("0,1");
      run.row(Seconds.measured(2, 40));
      assertThat(browser.evaluate(DOING.formatted("40 of 100")).asText()).contains("40 of 100");
      assertThat(browser.errors()).isEmpty();
    }
  }

  /** Returns whether the canvas has a mark where a chart has a point of its first line. */
  private static String isVisible(int point) {
    return """
        (() => {
          const { x, y } = chart.getDatasetMeta(0).data[%d];
          const [, , , alpha] = chart.ctx.getImageData(Math.round(x), Math.round(y), 1, 1).data;
          return alpha > 200;
        })()
        """
        .formatted(point);
  }

  @Test
  void page_pointWithoutNeighbours_isVisible() throws Exception {
    try (Chromium browser = Chromium.start();
        LiveRun run = new LiveRun();
        LivePort port = new LivePort(0, run, false)) {
      run.begin(new Trial(1, 2, "sticky", "sticky", 100));
      run.row(Seconds.measured(0, 20));
      run.row(Seconds.measured(10, 40)); // 10 s later, which no line crosses
      run.row(Seconds.measured(30, 60));
      browser.open(URI.create(port.address()), View.LIGHT);
      assertThat(browser.evaluate(DOING.formatted("60 of 100")).asText()).contains("sticky");

      String xs = "chart.data.datasets[0].data.map((point) => point.x + ': ' + point.y).join()";
      assertThat(browser.evaluate(DRAWN.formatted("Throughput", xs)).asText())
          .isEqualTo("0: 250,10: NaN,10: 250,30: NaN,30: 250");
      for (int point : new int[] {0, 2, 4}) {
        assertThat(browser.evaluate(DRAWN.formatted("Throughput", isVisible(point))).asBoolean())
            .as("point %d", point)
            .isTrue();
      }
    }
  }

  @Test
  void page_openedLate_hasEarlierTrials_andKeepsTheOrderOfItsTable() throws Exception {
    try (Chromium browser = Chromium.start();
        LiveRun run = new LiveRun();
        LivePort port = new LivePort(0, run, false)) {
      for (int trial = 1; trial <= 3; trial++) {
        run.begin(new Trial(trial, 3, trial == 2 ? "b" : "a", "sticky", 100));
        run.row(Seconds.measured(2L * trial, trial));
        run.row(Seconds.measured(2L * trial + 1, 10L * trial));
      }
      browser.open(URI.create(port.address()), View.LIGHT);
      assertThat(browser.evaluate(DOING.formatted("30 of 100")).asText()).contains("a");

      String lines = "chart.data.datasets.map((set) => set.label + ' ' + set.data.length).join()";
      assertThat(browser.evaluate(DRAWN.formatted("Throughput", lines)).asText())
          .isEqualTo("a, trial 1: requests 2,b, trial 2: requests 2,a, trial 3: requests 2");

      browser.evaluate("document.querySelector('#heads th .sort').click()");
      browser.evaluate("document.querySelector('#heads th .sort').click()");
      String order =
          "[...document.querySelectorAll('#rows th')].map((one) => one.textContent).join()";
      assertThat(browser.evaluate(order).asText()).isEqualTo("b,a");
      run.row(Seconds.measured(8, 40));
      assertThat(browser.evaluate(DOING.formatted("40 of 100")).asText()).contains("a");
      assertThat(browser.evaluate(order).asText()).isEqualTo("b,a");
      browser.picture(Path.of("target", "screenshots", "live-light.png"));
      assertThat(browser.evaluate("document.querySelector('#heads th').ariaSort").asText())
          .isEqualTo("descending");
      assertThat(browser.errors()).isEmpty();
    }
  }
}
