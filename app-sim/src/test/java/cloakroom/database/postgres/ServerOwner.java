package cloakroom.database.postgres;

import cloakroom.testing.JarProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Program that tests kill: starts a server, prints its folder and waits for its input to end. */
final class ServerOwner {
  private ServerOwner() {}

  public static void main(String[] args) throws IOException {
    EmbeddedPostgres server = EmbeddedPostgres.start();
    System.out.println(server.processId() + " " + server.directory());
    System.out.flush();
    int end = System.in.read();
    System.exit(end < 0 ? 0 : 1);
  }

  record Running(Process process, long postmaster, Path directory) {
    ProcessHandle watchdog() {
      return process
          .children()
          .filter(child -> Processes.commandLine(child.pid()).contains("cloakroom-watchdog"))
          .findFirst()
          .orElseThrow();
    }
  }

  static Running launch(String path) throws IOException {
    Process process = java(path, ServerOwner.class).start();
    String[] output = process.inputReader().readLine().split(" ", 2);
    return new Running(process, Long.parseLong(output[0]), Path.of(output[1]));
  }

  static ProcessBuilder java(String path, Class<?> program, String... arguments) {
    List<String> command = new ArrayList<>(List.of(JarProcess.java(), "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("PATH", path);
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
