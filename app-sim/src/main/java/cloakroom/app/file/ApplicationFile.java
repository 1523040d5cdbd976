package cloakroom.app.file;

import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ApplicationDefinition.LoadDefinition;
import cloakroom.application.ApplicationDefinition.TableDefinition;
import cloakroom.application.ModuleDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.SessionDefinition;
import cloakroom.platform.OneLine;
import cloakroom.platform.Resources;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Reader of application files (docs/application.md). Methods throw IllegalArgumentException for the
 * first error, as {@code FILE:LINE:COLUMN: what is wrong; choices}.
 */
public final class ApplicationFile {
  public static final String DEFAULT = "hr";
  private static final List<String> SHIPPED = List.of(DEFAULT, "typical");
  private static final int MAX_BYTES = 1_000_000;
  private static final LoadDefinition DEFAULT_LOAD =
      new LoadDefinition(80, 100, 10, 3_000, "constant");
  private static final List<String> DISTRIBUTIONS =
      List.of("constant", "exponential", "uniform", "lognormal");

  private ApplicationFile() {}

  /**
   * Reads an application.
   *
   * @param name {@code hr}, {@code typical} or the path of a file
   */
  public static ApplicationDefinition read(String name) {
    if (SHIPPED.contains(name)) {
      String file = name + ".yaml";
      return parse(file, Resources.text("cloakroom/app/file/" + file));
    }
    Path path = Path.of(name);
    if (!Files.exists(path)) {
      throw new IllegalArgumentException(
          "application " + name + ": no such file; choose hr, typical or the path of a file");
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IllegalArgumentException(name + ": must have at most 1 MB; is it a YAML file?");
      }
      return parse(
          name, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(name + ": must be UTF-8", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(name + ": cannot be read: " + OneLine.why(e), e);
    }
  }

  /**
   * Parses an application.
   *
   * @param file name of the file in error messages
   */
  static ApplicationDefinition parse(String file, String yaml) {
    YamlValue document =
        YamlValue.parse(file, yaml)
            .only("application", "load", "writes", "modules", "pages", "sessions");
    String name = document.require("application").name("application");
    LoadDefinition load = document.find("load", DEFAULT_LOAD, ApplicationFile::load);
    Tables tables = new Tables();
    Map<String, ModuleDefinition> modules =
        document
            .require("modules")
            .named("module", (module, value) -> ModuleReader.read(module, value, tables));
    document.find("writes").ifPresent(tables::allowWrites);
    Map<String, PageDefinition> pages =
        document
            .require("pages")
            .named("page", (page, value) -> PageReader.read(page, value, modules, tables));
    Map<String, SessionDefinition> sessions =
        SessionReader.read(document.require("sessions"), modules, pages);
    List<TableDefinition> all = tables.all();
    return new ApplicationDefinition(name, load, all, modules, pages, sessions);
  }

  private static LoadDefinition load(YamlValue value) {
    value.only("users", "iterations", "ramp", "think", "distribution");
    return new LoadDefinition(
        value.find("users", DEFAULT_LOAD.users(), users -> users.number(1, 1_000_000)),
        value.find("iterations", DEFAULT_LOAD.iterations(), times -> times.number(1, 1_000_000)),
        value.find("ramp", DEFAULT_LOAD.rampSeconds(), ApplicationFile::seconds),
        value.find("think", DEFAULT_LOAD.thinkMillis(), think -> think.duration().toMillis()),
        value.find(
            "distribution",
            DEFAULT_LOAD.distribution(),
            text -> text.requireOneOf("distribution", text.text(), DISTRIBUTIONS)));
  }

  private static long seconds(YamlValue value) {
    Duration duration = value.duration();
    boolean whole = duration.toNanosPart() == 0;
    value.requireThat(whole, "ramp \"%s\" must be a whole number of seconds", value.text());
    return duration.toSeconds();
  }
}
