package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.testing.JarProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs packaged commands in a locale with other digits. */
final class Packaged {
  static final String JAR = "target/app-sim.jar";

  record Ended(int code, List<String> out, List<String> err) {}

  private Packaged() {}

  static ProcessBuilder command(String... arguments) {
    return new ProcessBuilder(JarProcess.command(JAR, arguments));
  }

  static Ended end(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.start();
    List<String> err = lines(process.getErrorStream().readAllBytes());
    List<String> out = lines(process.getInputStream().readAllBytes());
    return new Ended(process.waitFor(), out, err);
  }

  static String failureOf(ProcessBuilder builder) throws IOException, InterruptedException {
    Ended ended = end(builder);
    assertThat(ended.code()).as(ended.err() + "").isEqualTo(2);
    assertThat(ended.err()).hasSize(1);
    return ended.err().get(0);
  }

  private static List<String> lines(byte[] text) {
    return new String(text, StandardCharsets.UTF_8).lines().toList();
  }
}
