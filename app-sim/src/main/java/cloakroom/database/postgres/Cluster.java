package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import cloakroom.platform.CommandResult;
import cloakroom.platform.Password;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The data directory of a server, whose superuser's password only this process knows. */
final class Cluster {
  static final String SUPERUSER = "postgres";

  private Cluster() {}

  /** Makes the instance's data directory; tells how the server is to be started on it. */
  static PrivilegeDrop make(Path home, InstanceDirectory instance, Password superuser) {
    try {
      Path data = Files.createDirectories(instance.data());
      FileTree.permissions(data, "rwx------");
      PrivilegeDrop drop = PrivilegeDrop.forDirectory(data);
      Path file = Password.writeFile(instance.path().resolve("initial"), superuser.reveal() + "\n");
      try {
        drop.give(file);
        initialise(home, instance, drop, file);
      } finally {
        Files.delete(file);
      }
      return drop;
    } catch (IOException e) {
      throw new EnvironmentException("cannot use " + instance.path() + " for data (" + e + ")", e);
    }
  }

  private static void initialise(
      Path home, InstanceDirectory instance, PrivilegeDrop drop, Path passwordFile) {
    List<String> initdb =
        List.of(
            home.resolve("bin").resolve("initdb").toString(),
            "-D",
            instance.data().toString(),
            "-U",
            SUPERUSER,
            "--pwfile=" + passwordFile,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--no-instructions",
            "--no-sync"); // the server syncs what it writes; an empty cluster is not worth it
    CommandResult outcome = Processes.run(instance.path(), drop.command(initdb));
    if (!outcome.succeeded()) {
      String reason = Postmaster.reason(outcome.output());
      throw new EnvironmentException("initdb failed: " + reason + hint(reason));
    }
  }

  /** Temporary folders are sometimes mounted so that no program in them may run. */
  private static String hint(String reason) {
    return reason.contains("ermission denied")
        ? " (if the folder forbids programs, choose another with " + WorkDirectory.OPTION + ")"
        : "";
  }
}
