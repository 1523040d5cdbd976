package cloakroom.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Links and images of pages, except those to web sites. */
public final class DocumentedLinks {
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");

  private DocumentedLinks() {}

  /** Returns each link whose file or heading is missing, with its page. */
  public static List<String> broken(List<Path> pages) {
    List<String> broken = new ArrayList<>();
    for (Path page : pages) {
      for (MatchResult link : LINK.matcher(text(page)).results().toList()) {
        String[] parts = link.group(1).split("#", 2);
        Path to = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
        boolean exists = Files.exists(to) && (parts.length == 1 || anchors(to).contains(parts[1]));
        if (!exists && !link.group(1).startsWith("https://")) {
          broken.add(page + ": " + link.group(1));
        }
      }
    }
    return broken;
  }

  /** Returns the anchors of a page's headings as GitHub generates them. */
  private static List<String> anchors(Path page) {
    return text(page)
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(name -> name.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  private static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
