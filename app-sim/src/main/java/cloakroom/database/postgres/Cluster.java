package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import cloakroom.database.Password;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.postgresql.util.PasswordUtil;

/**
 * The data directory of a server: made by {@code initdb}, or one that was kept from an earlier run.
 * Either way its superuser gets a password that only this process knows.
 */
record Cluster(Path home, InstanceDirectory instance, PrivilegeDrop drop) {
  static final String SUPERUSER = "postgres";

  /**
   * Prepares the instance's data directory.
   *
   * @param kept where the data is to outlive the server, or null for a place that goes with it
   * @return how the server is to be started on it
   */
  static PrivilegeDrop prepare(
      Path home, InstanceDirectory instance, Path kept, Password superuser) {
    try {
      Path data = kept == null ? made(instance.data()) : linked(instance, kept);
      Cluster cluster = new Cluster(home, instance, PrivilegeDrop.forDirectory(data));
      cluster.secure(data, kept != null, superuser);
      return cluster.drop;
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot use " + (kept == null ? instance.path() : kept) + " for data (" + e + ")", e);
    }
  }

  private static Path made(Path data) throws IOException {
    Files.createDirectories(data);
    FileTree.permissions(data, "rwx------");
    return data;
  }

  /** The link makes kept data look like all others to the guard and to those who sweep. */
  private static Path linked(InstanceDirectory instance, Path kept) throws IOException {
    Path data = (Files.exists(kept) ? kept : made(kept)).toRealPath();
    checkUsable(data);
    Files.createSymbolicLink(instance.data(), data);
    return data;
  }

  private static void checkUsable(Path data) throws IOException {
    if (!Files.isDirectory(data, LinkOption.NOFOLLOW_LINKS)) {
      throw new EnvironmentException(data + " is not a folder: name a folder for the data");
    }
    if (!isMade(data) && !isEmpty(data)) {
      throw new EnvironmentException(
          data + " holds other files: name an empty folder, or one kept from an earlier run");
    }
    Optional<Long> user = PostmasterFile.runningServer(data, "postgres");
    if (user.isPresent()) {
      throw new EnvironmentException(
          "%s is in use by the PostgreSQL of process %s: stop it or name another"
              .formatted(data, user.get()));
    }
  }

  private static boolean isMade(Path data) {
    return Files.exists(data.resolve("PG_VERSION"));
  }

  private static boolean isEmpty(Path data) throws IOException {
    try (Stream<Path> entries = Files.list(data)) {
      return entries.findAny().isEmpty();
    }
  }

  private void secure(Path data, boolean kept, Password superuser) throws IOException {
    if (isMade(data)) {
      checkVersion(data);
      resetPassword(superuser);
    } else {
      initialise(kept, superuser);
    }
  }

  private void checkVersion(Path data) throws IOException {
    String theirs = Files.readString(data.resolve("PG_VERSION")).strip();
    String banner = run(List.of(program("postgres"), "--version"), "").output();
    if (!banner.contains(" " + theirs + ".")) {
      throw new EnvironmentException(
          data + " holds data of PostgreSQL " + theirs + ", but this is " + banner);
    }
  }

  private void initialise(boolean kept, Password superuser) throws IOException {
    Path file = Password.writeFile(instance.path().resolve("initial"), superuser.reveal() + "\n");
    try {
      drop.give(file);
      require("initdb", run(initdb(file, kept), ""));
    } finally {
      Files.delete(file);
    }
  }

  private List<String> initdb(Path passwordFile, boolean kept) {
    Stream<String> arguments =
        Stream.of(
            program("initdb"),
            "-D",
            instance.data().toString(),
            "-U",
            SUPERUSER,
            "--pwfile=" + passwordFile,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--no-instructions");
    // the server syncs what it writes; the empty cluster is worth it only when it is kept
    return Stream.concat(arguments, kept ? Stream.empty() : Stream.of("--no-sync")).toList();
  }

  /** In single-user mode no password is asked; only the verifier passes through, never the word. */
  private void resetPassword(Password superuser) {
    String sql = "alter role " + SUPERUSER + " password '" + verifier(superuser) + "'\n";
    List<String> single =
        List.of(program("postgres"), "--single", "-D", instance.data().toString(), "postgres");
    Processes.Outcome outcome = run(single, sql);
    if (!outcome.succeeded() || outcome.output().contains("ERROR:")) {
      require("postgres", new Processes.Outcome(1, outcome.output()));
    }
  }

  private static String verifier(Password password) {
    try {
      return PasswordUtil.encodePassword(
          SUPERUSER, password.reveal().toCharArray(), "scram-sha-256");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private Processes.Outcome run(List<String> command, String input) {
    return Processes.run(instance.path(), drop.command(command), input);
  }

  private String program(String name) {
    return home.resolve("bin").resolve(name).toString();
  }

  private static void require(String program, Processes.Outcome outcome) {
    if (!outcome.succeeded()) {
      String reason = Postmaster.reason(outcome.output());
      throw new EnvironmentException(program + " failed: " + reason + hint(reason));
    }
  }

  /** Temporary folders are sometimes mounted so that no program in them may run. */
  private static String hint(String reason) {
    return reason.contains("ermission denied")
        ? " (if the folder forbids programs, choose another with " + WorkDirectory.OPTION + ")"
        : "";
  }
}
