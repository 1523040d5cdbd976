package cloakroom.stress.run;

import cloakroom.stress.run.RunSettings.Plan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Finds a plan by file, or by name in the plans folder or inside the jar. */
final class Plans {
  private static final String SUFFIX = ".jmx";

  private final Path folder;

  Plans(Path folder) {
    this.folder = folder;
  }

  /** The plan, or a line that says what there is. */
  Plan find(String nameOrFile) {
    Path file = Path.of(nameOrFile);
    if (isFile(nameOrFile)) {
      return existing(file);
    }
    Path inFolder = folder.resolve(nameOrFile + SUFFIX);
    return Files.isRegularFile(inFolder) ? plan(inFolder) : packaged(nameOrFile);
  }

  private static boolean isFile(String text) {
    return text.endsWith(SUFFIX) || text.contains("/") || Files.isRegularFile(Path.of(text));
  }

  private static Plan existing(Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new BadInput("--plan " + file + ": there is no such file");
    }
    return plan(file.toAbsolutePath());
  }

  private Plan packaged(String name) {
    try (InputStream in = Plans.class.getResourceAsStream("/plans/" + name + SUFFIX)) {
      if (in == null) {
        throw new BadInput("--plan " + name + ": no such plan; choose a .jmx file or " + names());
      }
      Path file = Files.createTempDirectory("cloakroom-plan").resolve(name + SUFFIX);
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      file.toFile().deleteOnExit();
      file.getParent().toFile().deleteOnExit();
      return plan(file);
    } catch (IOException e) {
      throw new BadInput("--plan " + name + ": " + e.getMessage());
    }
  }

  private String names() {
    List<String> names = List.of("adf-session", "state-kinds");
    try (Stream<Path> files = Files.list(folder)) {
      List<String> found =
          files.filter(f -> f.toString().endsWith(SUFFIX)).map(Plans::name).sorted().toList();
      names = found.isEmpty() ? names : found;
    } catch (IOException e) {
      // without the folder there is what the jar holds
    }
    return String.join(", ", names);
  }

  private static Plan plan(Path file) {
    return new Plan(name(file), file);
  }

  private static String name(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }
}
