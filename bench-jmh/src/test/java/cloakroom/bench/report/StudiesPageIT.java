package cloakroom.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.testing.Chromium;
import cloakroom.testing.PageCheck;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Page of the studies in a browser; skipped without one. */
@Tag("full")
class StudiesPageIT {
  private static final String ROWS =
      "[...document.querySelectorAll('tbody tr')].map((row) => row.textContent)";

  @TempDir private Path folder;

  @Test
  void page_isInOrderAndItsRatiosAreThoseOfTheData() throws Exception {
    ResultFiles.write(folder, SyntheticStudies.all("none", 612), List.of(), List.of());
    try (Chromium browser = Chromium.start()) {
      URI page = folder.resolve(ResultFiles.PAGE).toUri();
      PageCheck.look(browser, "studies", page);
      browser.open(page, Chromium.View.LIGHT); // the check has removed rows

      JsonNode rows = browser.evaluate(ROWS);
      JsonNode data = new ObjectMapper().readTree(folder.resolve(ResultFiles.DATA).toFile());
      assertThat(data.findValues("ratio")).hasSizeGreaterThan(4);
      for (JsonNode study : data.path("studies")) {
        for (JsonNode ratio : study.path("ratios")) {
          String measured = Rounded.ratio(ratio.path("ratio").asDouble());
          assertThat(rows)
              .as(ratio.toString())
              .anyMatch(row -> contains(row, ratio.path("name").asText(), measured));
        }
      }
    }
  }

  private static boolean contains(JsonNode row, String name, String measured) {
    return row.asText().startsWith(name) && row.asText().contains(measured);
  }
}
