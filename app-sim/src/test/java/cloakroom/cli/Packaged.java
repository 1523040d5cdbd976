package cloakroom.cli;

import cloakroom.testing.JarProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The packaged tier, run as a user runs it whose locale has other digits. */
final class Packaged {
  static final String JAR = "target/app-sim.jar";

  /** How a command ended, and what it said line by line. */
  record Ended(int code, List<String> out, List<String> err) {}

  private Packaged() {}

  /** The command with these arguments; the first one is its name. */
  static ProcessBuilder command(String... arguments) {
    return new ProcessBuilder(JarProcess.command(JAR, arguments));
  }

  /** Runs it to its end. */
  static Ended end(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.start();
    List<String> err = lines(process.getErrorStream().readAllBytes());
    List<String> out = lines(process.getInputStream().readAllBytes());
    return new Ended(process.waitFor(), out, err);
  }

  private static List<String> lines(byte[] text) {
    return new String(text, StandardCharsets.UTF_8).lines().toList();
  }
}
