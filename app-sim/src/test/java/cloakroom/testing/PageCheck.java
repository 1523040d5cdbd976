package cloakroom.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.testing.Chromium.View;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;

/**
 * What holds of every page, whatever it is about, in light, in dark and on a narrow screen: it
 * fetches nothing, complains of nothing, draws its charts, is no wider than the screen, and axe
 * finds nothing serious in it. A picture of each look is left in {@code target/screenshots}.
 */
public final class PageCheck {
  private static final Path PICTURES = Path.of("target", "screenshots");

  /** Opens all folds; ids of the charts that stay blank for so many frames then. */
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

  /** What reaches out to the right of the screen and cannot be scrolled to inside the page. */
  private static final String TOO_WIDE =
      """
      document.documentElement.scrollWidth <= innerWidth ? [] :
        [...document.body.querySelectorAll("*")]
          .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
          .slice(0, 5)
          .map((each) => each.tagName + "." + each.className + " " + each.textContent.slice(0, 40))
      """;

  /**
   * Of a table's rows that are all alike the first two tell; axe takes its time for each. In dark
   * nothing but colours differs from light, and on a narrow screen everything else.
   */
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

  /**
   * Looks at a page in every way.
   *
   * @param name of the pictures
   */
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

  /** The library; its own value is of no use here. */
  private static String axe() throws IOException {
    try (InputStream in = PageCheck.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), UTF_8) + ";0";
    }
  }
}
