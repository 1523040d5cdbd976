package cloakroom.stress.live;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.live.LiveRun.Trial;
import cloakroom.testing.Chromium;
import cloakroom.testing.Chromium.View;
import java.net.URI;
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
}
