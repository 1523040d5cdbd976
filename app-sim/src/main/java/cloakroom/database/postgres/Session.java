package cloakroom.database.postgres;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command that puts a child into a session of its own, so that Ctrl-C in our terminal does not
 * reach it and we decide when the server stops.
 */
final class Session {
  private static final List<String> PREFIX = Processes.WINDOWS ? List.of() : find();

  private Session() {}

  /** Empty where neither {@code setsid} nor {@code perl} exists: then Ctrl-C reaches the child. */
  static List<String> prefix() {
    return PREFIX;
  }

  private static List<String> find() {
    return Stream.of(
            List.of("setsid"),
            List.of("perl", "-MPOSIX", "-e", "POSIX::setsid(); exec { $ARGV[0] } @ARGV"))
        .filter(Session::works)
        .findFirst()
        .orElse(List.of());
  }

  private static boolean works(List<String> prefix) {
    List<String> proof = Stream.concat(prefix.stream(), Stream.of("sh", "-c", ":")).toList();
    return Processes.run(Path.of("/"), proof).succeeded();
  }
}
