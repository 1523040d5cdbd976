package cloakroom.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Commands of the README and docs, from fenced blocks without a language or with {@code sh}. The
 * line before a block contains its requirements: {@code <!-- needs: docker -->}.
 */
public final class DocumentedCommands {
  private static final Path ROOT = Path.of("..");
  private static final Pattern NEEDS = Pattern.compile("<!-- needs: (\\S.*\\S) -->");
  private static final Pattern FENCE = Pattern.compile("\\s*```(\\S*)");
  private static final Pattern ASSIGNMENT = Pattern.compile("[A-Z_]+=.*");

  private DocumentedCommands() {}

  /** Command at a line of a file; its words are without assignments and ellipses. */
  public record Command(String place, List<String> words, String needs) {
    /** The program; one of ours is called as its script is, though it is started as a jar. */
    public String program() {
      String name = words.get(isJar() ? 2 : 0);
      return name.substring(name.lastIndexOf('/') + 1).replaceFirst("\\.jar$", "");
    }

    public List<String> arguments() {
      return words.subList(isJar() ? 3 : 1, words.size());
    }

    private boolean isJar() {
      return words.size() > 2 && words.get(0).equals("java") && words.get(1).equals("-jar");
    }

    @Override
    public String toString() {
      return place + ": " + String.join(" ", words);
    }
  }

  public static List<Path> pages() {
    return pages(ROOT);
  }

  /** Returns the pages of a source tree or an unpacked zip. */
  public static List<Path> pages(Path root) {
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      return Stream.concat(Stream.of(root.resolve("README.md")), docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static List<Command> all() {
    return all(ROOT, pages());
  }

  /** Returns the commands of pages below the root. */
  public static List<Command> all(Path root, List<Path> pages) {
    List<Command> all = new ArrayList<>();
    pages.forEach(page -> read(root, page, all));
    return all;
  }

  public static List<Command> of(String program) {
    return all().stream().filter(command -> command.program().equals(program)).toList();
  }

  private static void read(Path root, Path page, List<Command> into) {
    List<String> lines = lines(page);
    for (int i = 0; i < lines.size(); i++) {
      Matcher fence = FENCE.matcher(lines.get(i));
      if (fence.matches()) {
        int end = i + 1;
        while (!lines.get(end).strip().equals("```")) {
          end++;
        }
        if (fence.group(1).isEmpty() || fence.group(1).equals("sh")) {
          Matcher needs = NEEDS.matcher(i == 0 ? "" : lines.get(i - 1).strip());
          String place = root.relativize(page) + ":" + (i + 2);
          String block = String.join("\n", lines.subList(i + 1, end));
          for (List<String> words : new Shell(block).commands()) {
            into.add(new Command(place, words, needs.matches() ? needs.group(1) : ""));
          }
        }
        i = end;
      }
    }
  }

  private static List<String> lines(Path page) {
    try {
      return Files.readAllLines(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Splits a block as a shell does, as far as our pages go: quotes, backslashes, comments. */
  private static final class Shell {
    private final String block;
    private final List<List<String>> commands = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private List<String> words = new ArrayList<>();
    private char quote;

    Shell(String block) {
      this.block = block + "\n";
    }

    List<List<String>> commands() {
      for (int i = 0; i < block.length(); i++) {
        char c = block.charAt(i);
        if (c == '\\' && i + 1 < block.length()) {
          i++;
          if (block.charAt(i) != '\n') {
            word.append(block.charAt(i));
          }
        } else if (quote != 0 && c == quote) {
          quote = 0;
        } else if (quote != 0) {
          word.append(c);
        } else if (c == '#' && word.isEmpty()) {
          i = block.indexOf('\n', i) - 1;
        } else {
          plain(c);
        }
      }
      return commands;
    }

    private void plain(char c) {
      if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == ' ' || c == '\n') {
        endWord();
        if (c == '\n' && !words.isEmpty()) {
          commands.add(words);
          words = new ArrayList<>();
        }
      } else {
        word.append(c);
      }
    }

    private void endWord() {
      String text = word.toString();
      word.setLength(0);
      boolean sets = words.isEmpty() && ASSIGNMENT.matcher(text).matches();
      if (!text.isEmpty() && !text.equals("…") && !sets) {
        words.add(text);
      }
    }
  }
}
