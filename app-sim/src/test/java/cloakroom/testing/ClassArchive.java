package cloakroom.testing;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Classes of a jar and of its libraries as a JVM lays them out in memory (class-data sharing): with
 * them the many JVMs that tests start are ready a third sooner. The first test that wants an
 * archive makes it; tests of another JVM that come meanwhile go without.
 */
public final class ClassArchive {
  private ClassArchive() {}

  /** Runs a program with these options of its JVM, to an end of its own. */
  public interface Training {
    void run(List<String> options) throws Exception;
  }

  /** Options of a JVM whose class path begins with that jar; none if there is no archive. */
  public static List<String> options(String jar) {
    Path archive = archive(jar);
    return Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive) : List.of();
  }

  /** A jar that is built anew has another archive. */
  private static Path archive(String jar) {
    Path file = Path.of(jar).toAbsolutePath().normalize();
    long built = file.toFile().lastModified();
    String name = "%s-%d-%d.jsa".formatted(file.getFileName(), Runtime.version().feature(), built);
    return file.resolveSibling(name);
  }

  /** Archives what a training loads, unless that is there or somebody is about it. */
  public static void make(String jar, Training training) {
    Path archive = archive(jar);
    Path making = archive.resolveSibling(archive.getFileName() + ".making");
    try (FileChannel channel = FileChannel.open(making, CREATE, WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock != null && !Files.exists(archive)) {
        Path made = archive.resolveSibling(archive.getFileName() + ".made");
        training.run(List.of("-Xlog:disable", "-XX:ArchiveClassesAtExit=" + made));
        if (Files.exists(made)) { // not every JVM archives
          Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException("no archive of " + jar, e);
    }
  }
}
