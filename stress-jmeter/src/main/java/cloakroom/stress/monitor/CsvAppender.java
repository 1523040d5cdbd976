package cloakroom.stress.monitor;

import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

final class CsvAppender {
  private final Path file;
  private final Writer out;

  CsvAppender(Path file, String header) {
    this.file = file;
    try {
      out = Files.newBufferedWriter(file);
      row(header);
    } catch (IOException e) {
      throw StressFailure.cannotWrite(file, e);
    }
  }

  synchronized void row(String text) throws IOException {
    out.write(text + "\n");
    out.flush();
  }

  synchronized void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw StressFailure.cannotWrite(file, e);
    }
  }
}
