package cloakroom.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstallationTest {
  @TempDir private Path folder;

  private Path jar(String libraries) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, libraries);
    Path jar = folder.resolve("program.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }

  @Test
  void versions_listDriversAndPools() throws IOException {
    Path jar =
        jar(
            "app-sim.jar lib/HikariCP-7.1.0.jar lib/agroal-pool-3.2.1.jar"
                + " lib/xz-1.12.jar lib/ojdbc11-23.26.4.0.0.jar lib/tomcat-jdbc-x.jar");

    String[] lines =
        Installation.versions(InstallationTest.class, jar, folder.resolve("absent.jar"));
    assertThat(lines[0]).startsWith("Cloakroom development");
    assertThat(lines[1]).startsWith("JDK " + Runtime.version());
    assertThat(lines)
        .endsWith("drivers: ojdbc11 23.26.4.0.0", "pools: HikariCP 7.1.0, agroal-pool 3.2.1");
  }

  @Test
  void libraries_returnTheClassPathOfTheManifest() throws IOException {
    assertThat(Installation.libraries(jar("lib/a-1.jar lib/b-2.jar")))
        .containsExactly("lib/a-1.jar", "lib/b-2.jar");
    assertThat(Installation.libraries(Files.createFile(folder.resolve("empty.jar")))).isEmpty();
    assertThat(Installation.libraries(folder.resolve("absent.jar"))).isEmpty();
  }

  @Test
  void unpackedZip_hasARevisionAndResultsOutside() throws IOException {
    assertThat(Installation.results(folder)).isEqualTo(folder);
    assertThat(Installation.revision(folder)).isEmpty();

    Files.writeString(folder.resolve("REVISION"), "0a1b2c-dirty\n");
    assertThat(Installation.results(folder)).isEqualTo(Path.of("").toAbsolutePath());
    assertThat(Installation.revision(folder)).contains("0a1b2c-dirty");

    Files.writeString(folder.resolve("REVISION"), "");
    assertThat(Installation.revision(folder)).isEmpty();
  }

  @Test
  void recorded_exitFile_containsTheCode() throws IOException {
    Path file = folder.resolve("exit");

    assertThat(Installation.recorded(3, null)).isEqualTo(3);
    assertThat(Installation.recorded(0, file.toString())).isZero();
    assertThat(file).doesNotExist();
    assertThat(Installation.recorded(3, file.toString())).isZero();
    assertThat(file).hasContent("exit.code=3");
    assertThat(Installation.recorded(3, folder.toString())).isEqualTo(3);
  }
}
