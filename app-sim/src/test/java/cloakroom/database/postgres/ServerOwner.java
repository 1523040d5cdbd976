package cloakroom.database.postgres;

import cloakroom.testing.JarProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program for tests to kill: starts a server, says where it is, waits for its input to end. */
final class ServerOwner {
  private ServerOwner() {}

  /** Runs in a virtual machine of its own. */
  public static void main(String[] args) throws IOException {
    EmbeddedPostgres server = EmbeddedPostgres.start();
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

  /** Launches it in a system where only the programs on this path exist. */
  static Running launch(String path) throws IOException {
    Process process = java(path, ServerOwner.class).start();
    String[] said = process.inputReader().readLine().split(" ", 2);
    return new Running(process, Long.parseLong(said[0]), Path.of(said[1]));
  }

  /** A program on our class path. */
  static ProcessBuilder java(String path, Class<?> program, String... arguments) {
    List<String> command = new ArrayList<>(List.of(JarProcess.java(), "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("PATH", path);
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
