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
 * Command prefix that runs a program as another user, because PostgreSQL does not run as root. The
 * prefix uses the first of {@code setpriv}, {@code unshare -U} and {@code su} with which the other
 * user can write in the server's folder.
 *
 * @param prefix tool and arguments; empty if this process is not root
 */
record PrivilegeDrop(List<String> prefix, int owner, int group) {
  private static final String PROOF = "cd \"$0\" && test -w . && id -u";
  private static final String SU_SCRIPT = "exec \"$0\" \"$@\"";
  private static final int ROOT = 0;
  private static final int NOBODY = 65534; // also on systems without an entry for it
  private static final PrivilegeDrop NONE = new PrivilegeDrop(List.of(), ROOT, ROOT);

  static PrivilegeDrop forDirectory(Path directory) {
    return isRoot() ? firstProved(candidates(), directory) : NONE;
  }

  static boolean isRoot() {
    return id("-u").filter(uid -> uid == ROOT).isPresent();
  }

  List<String> command(List<String> command) {
    return Processes.joined(prefix, command);
  }

  void give(Path file) throws IOException {
    if (!prefix.isEmpty()
        && !Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(owner)) {
      Files.setAttribute(file, "unix:uid", owner, LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(file, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
    }
  }

  static List<PrivilegeDrop> candidates() {
    Optional<Integer> postgres = id("-u", "postgres");
    String name = postgres.isPresent() ? "postgres" : "nobody";
    int uid = postgres.or(() -> id("-u", name)).orElse(NOBODY);
    int gid = id("-g", name).orElse(NOBODY);
    List<String> setpriv =
        List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups", "--");
    return List.of(
        new PrivilegeDrop(setpriv, uid, gid),
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

  private String failure(Path directory) {
    try {
      give(directory);
    } catch (IOException e) {
      return "cannot give the folder to user " + owner;
    }
    CommandResult result = Processes.run(command(List.of("sh", "-c", PROOF, directory.toString())));
    if (result.succeeded()) {
      return result.output().equals("0") ? "still root" : "";
    }
    String text = OneLine.of(result.output());
    return result.exitCode() == CommandResult.NOT_STARTED
        ? "not installed"
        : text.isEmpty() ? "exit code " + result.exitCode() : text;
  }

  private static Optional<Integer> id(String... arguments) {
    CommandResult result = Processes.run(Processes.joined(List.of("id"), List.of(arguments)));
    // Parses a long, because macOS prints the user id -2 as 4294967294, which exceeds an int.
    return result.succeeded() && result.output().matches("\\d+")
        ? Optional.of((int) Long.parseLong(result.output()))
        : Optional.empty();
  }
}
