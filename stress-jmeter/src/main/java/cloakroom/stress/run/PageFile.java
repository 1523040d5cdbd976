package cloakroom.stress.run;

import cloakroom.stress.process.StressFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/** Where a page about several runs goes: where a user wants it, or else beside what it is about. */
record PageFile(Path wanted, Path usual) {
  Path path() {
    return (wanted == null ? usual : wanted).toAbsolutePath().normalize();
  }

  /** Writes it whole or not at all, and says where. One that nobody asked for may be missing. */
  void write(String page, CommandLine command) {
    try {
      if (Files.isDirectory(path())) {
        throw StressFailure.wrongUse("--html " + path() + ": that is a folder; name a file");
      }
      RunFolder.made(path().getParent());
      RunFolder.write(path(), page);
      command.getOut().println("page: " + path());
    } catch (StressFailure e) {
      if (wanted != null) {
        throw e;
      }
      command.getErr().println(e.getMessage() + "; --html FILE puts the page elsewhere");
    }
  }
}
