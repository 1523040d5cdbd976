package cloakroom.stress.run;

import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.document.Replacement;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;

/** What is told of several runs: as text, and as a page beside them. */
final class RunsPage {
  private RunsPage() {}

  /** Prints a document and writes its page; in a folder that is kept read-only there is none. */
  static void show(Document document, Path page, CommandLine command) {
    try {
      String name = page.getFileName().toString();
      Replacement.write(page.getParent(), Map.of(name, HtmlRenderer.print(document)));
      command.getOut().println("page: " + page);
    } catch (UncheckedIOException e) {
      command.getErr().println(e.getMessage());
    }
    command.getOut().print(ConsoleRenderer.print(document));
    command.getOut().flush();
  }
}
