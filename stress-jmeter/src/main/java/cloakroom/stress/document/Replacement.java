package cloakroom.stress.document;

import cloakroom.platform.OneLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** Replacement of several files. Changes no file if the content of one cannot be written. */
public final class Replacement {
  private Replacement() {}

  /**
   * Writes all texts, keyed by file name, to temporary files, then replaces the files in the
   * folder.
   */
  public static void write(Path folder, Map<String, String> texts) {
    Path file = folder;
    try {
      for (Map.Entry<String, String> text : texts.entrySet()) {
        file = folder.resolve(text.getKey());
        Files.writeString(part(file), text.getValue());
      }
      for (String name : texts.keySet()) {
        file = folder.resolve(name);
        Files.move(
            part(file), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      texts.keySet().forEach(name -> part(folder.resolve(name)).toFile().delete());
      throw new UncheckedIOException("cannot write " + file + ": " + OneLine.why(e), e);
    }
  }

  private static Path part(Path file) {
    return file.resolveSibling(file.getFileName() + ".part");
  }
}
