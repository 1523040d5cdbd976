package cloakroom.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.testing.Chromium.View;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;

/** Checks of every page in light, in dark and on a narrow screen, with screenshots. */
public final class PageCheck {
  private static final Path PICTURES = Path.of("target", "screenshots");

  private static final String BLANK_CHARTS =
      """
      new Promise((done) => {
        window.folds = [...document.querySelectorAll("details:not([open])")];
        folds.forEach((fold) => (fold.open = true));
        const blank = (canvas) =>
          canvas.width === 0 || canvas.height === 0 ||
          new Uint32Array(
            canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer,
          ).every((pixel) => pixel === 0);
        const look = (frames) => {
          const blanks = [...document.querySelectorAll("canvas")].filter(blank);
          if (blanks.length === 0 || frames === 0) {
            done(blanks.map((canvas) => canvas.id));
          } else {
            requestAnimationFrame(() => look(frames - 1));
          }
        };
        look(120);
      })
      """;

  private static final String TOO_WIDE =
      """
      document.documentElement.scrollWidth <= innerWidth ? [] :
        [...document.body.querySelectorAll("*")]
          .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
          .slice(0, 5)
          .map((each) => each.tagName + "." + each.className + " " + each.textContent.slice(0, 40))
      """;

  /** Removes equal rows, because axe is slow; in dark, only colours differ from light. */
  private static final String SERIOUS =
      """
      folds.forEach((fold) => (fold.open = true));
      const kind = (row) =>
        [row, ...row.querySelectorAll("*")].map((each) => each.tagName + each.className).join();
      document.querySelectorAll("tbody").forEach((body) => {
        const seen = {};
        [...body.rows]
          .filter((row) => (seen[kind(row)] = (seen[kind(row)] ?? 0) + 1) > 2)
          .forEach((row) => row.remove());
      });
      const colours = ["color-contrast", "link-in-text-block"];
      axe.run(document, {
        resultTypes: ["violations"],
        preload: false,
        ...(matchMedia("(prefers-color-scheme: dark)").matches && { runOnly: colours }),
        ...(innerWidth < 600 && { rules: { "color-contrast": { enabled: false } } }),
      }).then((results) =>
        results.violations
          .filter((found) => ["serious", "critical"].includes(found.impact))
          .map((found) => found.id + ": " + found.help + ": " +
            found.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" ")))
      """;

  private PageCheck() {}

  public static void look(Chromium browser, String name, URI page)
      throws IOException, InterruptedException {
    for (View view : View.values()) {
      browser.open(page, view);
      String seen = name + ", " + view.label() + ": ";
      assertThat(browser.evaluate(BLANK_CHARTS)).as(seen + "charts without a mark").isEmpty();
      assertThat(browser.evaluate(TOO_WIDE)).as(seen + "wider than the screen").isEmpty();
      assertThat(browser.errors()).as(seen + "errors on the console").isEmpty();
      assertThat(browser.requests())
          .as(seen + "requests")
          .isNotEmpty()
          .allMatch(address -> address.equals(page.toString()) || address.startsWith("data:"));
      browser.evaluate("folds.forEach((fold) => (fold.open = false))");
      browser.picture(PICTURES.resolve(name + "-" + view.label() + ".png"));
      browser.evaluate(axe());
      assertThat(browser.evaluate(SERIOUS)).as(seen + "axe").isEmpty();
    }
  }

  private static String axe() throws IOException {
    try (InputStream in = PageCheck.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), UTF_8) + ";0";
    }
  }
}
