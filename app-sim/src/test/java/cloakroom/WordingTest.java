package cloakroom;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.platform.Resources;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Verifies the wording of code, resources, plans, scripts, build files and pages. */
class WordingTest {
  private static final Path REPOSITORY = Path.of("..");

  /** Folders that contain tests, or results of the build or of runs. */
  private static final Set<String> SKIPPED = Set.of("target", "test", "examples", ".git");

  /** Literals that are allowed: a Unix user, and the former name of an option. */
  private static final Pattern ALLOWED = Pattern.compile("\"nobody\"|^beside(?= \\|)");

  @Test
  void files_containNoListedPhrase() throws IOException {
    List<Pattern> phrases =
        Resources.text("cloakroom/wording.txt")
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(Pattern::compile)
            .toList();
    List<String> found = new ArrayList<>();
    for (Path file : files()) {
      int number = 0;
      for (String line : lines(file)) {
        number++;
        String own = ALLOWED.matcher(line).replaceAll("");
        for (Pattern phrase : phrases) {
          if (phrase.matcher(own).find()) {
            found.add("%s:%d: %s: %s".formatted(file, number, phrase, line.strip()));
          }
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        REPOSITORY,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes about) {
            return SKIPPED.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
            String name = file.getFileName().toString();
            if (!file.getParent().equals(REPOSITORY) || name.matches("pom\\.xml|.*\\.md")) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    assertThat(files).hasSizeGreaterThan(500);
    return files;
  }

  /** Returns the lines of a text file; none of a binary one. */
  private static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file);
    } catch (MalformedInputException e) {
      return List.of();
    }
  }
}
