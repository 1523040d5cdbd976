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
 * Archive of the classes of a jar (class-data sharing), which shortens the start of test processes
 * by a third. The first test creates it; concurrent tests of another JVM run without it.
 */
public final class ClassArchive {
  private ClassArchive() {}

  public interface Training {
    void run(List<String> options) throws Exception;
  }

  public static List<String> options(String jar) {
    Path archive = archive(jar);
    return Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive) : List.of();
  }

  private static Path archive(String jar) {
    Path file = Path.of(jar).toAbsolutePath().normalize();
    long built = file.toFile().lastModified();
    String name = "%s-%d-%d.jsa".formatted(file.getFileName(), Runtime.version().feature(), built);
    return file.resolveSibling(name);
  }

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
