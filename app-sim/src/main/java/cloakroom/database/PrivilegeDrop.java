package cloakroom.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * How to start PostgreSQL, which refuses to run as root, when we are root: a command that becomes
 * somebody else and then runs its arguments.
 *
 * <p>No tool is trusted by its name. Each is tried on the folder that the server will use, and the
 * first that can write there with a user id other than 0 is taken. {@code setpriv} needs the right
 * to change ids, {@code unshare -U} needs user namespaces: containers often have just one of them.
 */
final class PrivilegeDrop {
  private static final String PROOF = "cd \"$0\" && test -w . && id -u";
  private static final String SU_SCRIPT = "exec \"$0\" \"$@\"";

  /** A user by number; the name is for tools that want it. */
  record User(String name, int uid, int gid) {}

  /** One way: its command and the user that must own the files. */
  record Candidate(List<String> prefix, User owner) {
    String tool() {
      return prefix.get(0);
    }
  }

  private static final User ROOT = new User("root", 0, 0);

  /** We are not root: nothing to drop, nobody to hand files to. */
  private static final Candidate NONE = new Candidate(List.of(), ROOT);

  private final Candidate way;

  private PrivilegeDrop(Candidate way) {
    this.way = way;
  }

  /**
   * Finds a way that works for this folder and hands the folder's tree to the user it becomes.
   *
   * @param directory the data directory; real path, no symbolic link
   * @throws EnvironmentException when we are root and nothing works
   */
  static PrivilegeDrop forDirectory(Path directory) {
    return isRoot() ? firstProved(candidates(), directory) : new PrivilegeDrop(NONE);
  }

  static boolean isRoot() {
    return !Processes.WINDOWS && number("-u").filter(uid -> uid == 0).isPresent();
  }

  /** The command, run by the user found. */
  List<String> command(List<String> command) {
    return Stream.concat(way.prefix().stream(), command.stream()).toList();
  }

  /** Makes the file readable for the user found. */
  void give(Path file) throws IOException {
    if (!way.prefix().isEmpty()) {
      handOver(file, way.owner());
    }
  }

  static List<Candidate> candidates() {
    List<Candidate> found = new ArrayList<>();
    User user = unprivilegedUser();
    String name = user.name();
    found.add(
        new Candidate(
            List.of(
                "setpriv",
                "--reuid=" + user.uid(),
                "--regid=" + user.gid(),
                "--clear-groups",
                "--"),
            user));
    found.add(new Candidate(List.of("runuser", "-u", name, "--"), user));
    found.add(new Candidate(List.of("gosu", name), user));
    found.add(new Candidate(List.of("su-exec", name), user));
    found.add(new Candidate(List.of("unshare", "-U"), ROOT));
    found.add(new Candidate(List.of("su", "-s", "/bin/sh", name, "-c", SU_SCRIPT, "--"), user));
    return found;
  }

  static PrivilegeDrop firstProved(List<Candidate> candidates, Path directory) {
    StringJoiner tried = new StringJoiner("; ");
    for (Candidate candidate : candidates) {
      Optional<String> failure = failure(candidate, directory);
      if (failure.isEmpty()) {
        return new PrivilegeDrop(candidate);
      }
      tried.add(candidate.tool() + ": " + failure.get());
    }
    throw new EnvironmentException(
        "PostgreSQL does not run as root, and no way to run it as another user works in "
            + directory
            + " (tried "
            + tried
            + "): install setpriv (util-linux), start Cloakroom as an ordinary user, or choose a"
            + " folder that every user can reach with -D"
            + WorkDirectory.PROPERTY
            + "=DIR");
  }

  /** Why this way does not work, or nothing when it does. */
  private static Optional<String> failure(Candidate candidate, Path directory) {
    try {
      handOver(directory, candidate.owner());
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.of("cannot give the folder to " + candidate.owner().name());
    }
    List<String> proof = new ArrayList<>(candidate.prefix());
    proof.addAll(List.of("sh", "-c", PROOF, directory.toString()));
    Processes.Outcome outcome = Processes.run(Path.of("/"), proof);
    return outcome.succeeded() && !outcome.output().equals("0")
        ? Optional.empty()
        : Optional.of(reason(outcome));
  }

  private static String reason(Processes.Outcome outcome) {
    if (outcome.exitCode() == 127 && outcome.output().contains("No such file")) {
      return "not installed";
    }
    String text = EnvironmentException.oneLine(outcome.output());
    return text.isEmpty() ? "exit code " + outcome.exitCode() : text;
  }

  private static void handOver(Path directory, User user) throws IOException {
    Object owner = Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    if (!owner.equals(user.uid())) {
      FileTree.giveTo(directory, user.uid(), user.gid());
    }
  }

  /** The user that PostgreSQL's packages make, else the one that every system has. */
  private static User unprivilegedUser() {
    return Stream.of("postgres", "nobody")
        .flatMap(name -> user(name).stream())
        .findFirst()
        .orElse(new User("nobody", 65534, 65534));
  }

  private static Optional<User> user(String name) {
    return number("-u", name)
        .flatMap(uid -> number("-g", name).map(gid -> new User(name, uid, gid)));
  }

  private static Optional<Integer> number(String... arguments) {
    List<String> command = new ArrayList<>(List.of("id"));
    command.addAll(List.of(arguments));
    Processes.Outcome outcome = Processes.run(Path.of("/"), command);
    return outcome.succeeded() ? parse(outcome.output()) : Optional.empty();
  }

  private static Optional<Integer> parse(String text) {
    try {
      return Optional.of((int) Long.parseLong(text)); // macOS prints 4294967294 for nobody
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
