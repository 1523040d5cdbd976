package cloakroom.database.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program for tests to kill: starts a server, says where it is, waits for its input to end. */
final class ServerOwner {
  private ServerOwner() {}

  /**
   * Runs in a virtual machine of its own.
   *
   * @param args the folder for the data, or nothing
   */
  public static void main(String[] args) throws IOException {
    EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder();
    if (args.length > 0) {
      builder.data(Path.of(args[0]));
    }
    EmbeddedPostgres server = builder.start();
    System.out.println(server.processId() + " " + server.directory());
    System.out.flush();
    int end = System.in.read();
    System.exit(end < 0 ? 0 : 1);
  }

  /** The program, running, with what it said. */
  record Running(Process process, long postmaster, Path directory) {
    /** The shell that watches it. */
    ProcessHandle guard() {
      return process
          .children()
          .filter(child -> Processes.commandLine(child.pid()).contains("cloakroom-guard"))
          .findFirst()
          .orElseThrow();
    }
  }

  static Running launch(String... arguments) throws IOException {
    return launchOnPath(System.getenv("PATH"), arguments);
  }

  /** Launches it in a system where only the programs on this path exist. */
  static Running launchOnPath(String path, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ServerOwner.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("PATH", path);
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String[] said = process.inputReader().readLine().split(" ", 2);
    return new Running(process, Long.parseLong(said[0]), Path.of(said[1]));
  }
}
