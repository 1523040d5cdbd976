package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import cloakroom.platform.CommandResult;
import cloakroom.platform.OneLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * How to start PostgreSQL, which refuses to run as root, when we are root: a command that becomes
 * somebody else and then runs its arguments.
 *
 * <p>No tool is trusted by its name. Each is tried on the folder that the server will use, and the
 * first that can write there with a user id other than 0 is taken. {@code setpriv} and {@code su}
 * need the right to change ids, {@code unshare -U} needs user namespaces: containers often have
 * just one of them.
 *
 * @param prefix the command's first words; none if we are not root
 * @param owner number of the user that must own the files
 */
record PrivilegeDrop(List<String> prefix, int owner, int group) {
  private static final String PROOF = "cd \"$0\" && test -w . && id -u";
  private static final String SU_SCRIPT = "exec \"$0\" \"$@\"";
  private static final int ROOT = 0;

  /** On systems that list none, which have the number all the same. */
  private static final int NOBODY = 65534;

  private static final PrivilegeDrop NONE = new PrivilegeDrop(List.of(), ROOT, ROOT);

  /** Finds a way that works for this empty data directory, and gives it to the user it becomes. */
  static PrivilegeDrop forDirectory(Path directory) {
    return isRoot() ? firstProved(candidates(), directory) : NONE;
  }

  static boolean isRoot() {
    return id("-u").filter(uid -> uid == ROOT).isPresent();
  }

  /** The command, run by the user found. */
  List<String> command(List<String> command) {
    return Processes.joined(prefix, command);
  }

  /** Gives the file or empty directory to the user found. */
  void give(Path file) throws IOException {
    if (!prefix.isEmpty()
        && !Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(owner)) {
      Files.setAttribute(file, "unix:uid", owner, LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(file, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
    }
  }

  /** As the user that PostgreSQL's packages make, else as the one that every system has. */
  static List<PrivilegeDrop> candidates() {
    Optional<Integer> postgres = id("-u", "postgres");
    String name = postgres.isPresent() ? "postgres" : "nobody";
    int uid = postgres.or(() -> id("-u", name)).orElse(NOBODY);
    int gid = id("-g", name).orElse(NOBODY);
    return List.of(
        new PrivilegeDrop(
            List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups", "--"),
            uid,
            gid),
        new PrivilegeDrop(List.of("unshare", "-U"), ROOT, ROOT),
        new PrivilegeDrop(List.of("su", "-s", "/bin/sh", name, "-c", SU_SCRIPT, "--"), uid, gid));
  }

  static PrivilegeDrop firstProved(List<PrivilegeDrop> candidates, Path directory) {
    StringJoiner tried = new StringJoiner("; ");
    for (PrivilegeDrop candidate : candidates) {
      String failure = candidate.failure(directory);
      if (failure.isEmpty()) {
        return candidate;
      }
      tried.add(candidate.prefix.get(0) + ": " + failure);
    }
    throw new EnvironmentException(
        ("PostgreSQL does not run as root, and no way to run it as another user works in %s (tried"
                + " %s): install setpriv (util-linux), start Cloakroom as an ordinary user, or"
                + " choose a folder that every user can reach with %s")
            .formatted(directory, tried, WorkDirectory.OPTION));
  }

  /** Why this way does not work; empty when it does. */
  private String failure(Path directory) {
    try {
      give(directory);
    } catch (IOException e) {
      return "cannot give the folder to user " + owner;
    }
    CommandResult outcome =
        Processes.run(command(List.of("sh", "-c", PROOF, directory.toString())));
    if (outcome.succeeded()) {
      return outcome.output().equals("0") ? "still root" : "";
    }
    String text = OneLine.of(outcome.output());
    return outcome.exitCode() == CommandResult.NOT_STARTED
        ? "not installed"
        : text.isEmpty() ? "exit code " + outcome.exitCode() : text;
  }

  private static Optional<Integer> id(String... arguments) {
    CommandResult outcome = Processes.run(Processes.joined(List.of("id"), List.of(arguments)));
    // macOS prints 4294967294 for nobody
    return outcome.succeeded() && outcome.output().matches("\\d+")
        ? Optional.of((int) Long.parseLong(outcome.output()))
        : Optional.empty();
  }
}
