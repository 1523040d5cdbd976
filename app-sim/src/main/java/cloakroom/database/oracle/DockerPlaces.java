package cloakroom.database.oracle;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Where Docker is looked for, in words: a user who lacks it has to know what was tried. */
final class DockerPlaces {
  private static final String HOST = "DOCKER_HOST";

  private final Function<String, String> environment;
  private final Predicate<Path> exists;
  private final Path home;

  DockerPlaces(Function<String, String> environment, Predicate<Path> exists, Path home) {
    this.environment = environment;
    this.exists = exists;
    this.home = home;
  }

  static DockerPlaces here() {
    return new DockerPlaces(
        System::getenv, Files::exists, Path.of(System.getProperty("user.home", "")));
  }

  /** For instance "DOCKER_HOST is not set; no /var/run/docker.sock, …". */
  String tried() {
    String host = environment.apply(HOST);
    return host == null || host.isBlank()
        ? HOST + " is not set; " + sockets()
        : HOST + "=" + withoutUser(host) + " does not answer; " + sockets();
  }

  /** A URL may hold a user and a password. */
  private static String withoutUser(String host) {
    return host.replaceFirst("//[^/@]*@", "//");
  }

  private String sockets() {
    List<String> silent = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Path socket : usual()) {
      (exists.test(socket) ? silent : missing).add(socket.toString());
    }
    String absent = missing.isEmpty() ? "" : "no " + String.join(", ", missing);
    String mute = silent.isEmpty() ? "" : "no answer from " + String.join(", ", silent);
    return absent + (absent.isEmpty() || mute.isEmpty() ? "" : "; ") + mute;
  }

  private List<Path> usual() {
    List<Path> usual = new ArrayList<>(List.of(Path.of("/var/run/docker.sock")));
    String runtime = environment.apply("XDG_RUNTIME_DIR");
    if (runtime != null && !runtime.isBlank()) {
      usual.add(Path.of(runtime, "docker.sock"));
    }
    usual.add(home.resolve(".docker/run/docker.sock"));
    usual.add(home.resolve(".docker/desktop/docker.sock"));
    return usual;
  }
}
