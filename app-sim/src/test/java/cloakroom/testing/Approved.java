package cloakroom.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares texts with approved files; with {@code -Dapprove=true} it writes these files. */
public final class Approved {
  private static final Path FOLDER = Path.of("src/test/resources/approved");

  private Approved() {}

  public static void check(String file, String text) throws IOException {
    check(FOLDER.resolve(file + ".approved"), text);
  }

  public static void check(Path approved, String text) throws IOException {
    if (Boolean.getBoolean("approve")) {
      Files.writeString(approved, text);
    }
    assertThat(text).as("%s", approved).isEqualToNormalizingNewlines(Files.readString(approved));
  }
}
