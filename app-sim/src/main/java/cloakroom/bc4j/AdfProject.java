package cloakroom.bc4j;

import cloakroom.bc4j.XmlFile.XmlElement;
import cloakroom.platform.OneLine;
import com.google.errorprone.annotations.FormatMethod;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Definitions of ADF Business Components in a folder: application modules, view objects, view
 * links, entities and configurations, as JDeveloper 11g and 12c write them.
 */
final class AdfProject {
  static final String MODULE = "AppModule";
  static final String VIEW = "ViewObject";
  static final String LINK = "ViewLink";
  static final String ENTITY = "Entity";
  static final String NAME = "Name";
  private static final String PROJECT = "JboProject";
  private static final int MAX_BYTES = 5_000_000;
  private static final Set<String> ROOTS = Set.of(MODULE, VIEW, LINK, ENTITY, PROJECT);

  /** Folders with copies of definitions, which JDeveloper and Maven make. */
  private static final Set<String> COPIES = Set.of("classes", "deploy", "target", "build");

  final Path folder;
  final List<Bc4jFile> configurations = new ArrayList<>();
  private final List<XmlElement> definitions = new ArrayList<>();
  private final Map<String, List<XmlElement>> bySimpleName = new HashMap<>();
  private final Set<String> findings = new LinkedHashSet<>();

  private AdfProject(Path folder) {
    this.folder = folder;
  }

  static AdfProject read(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException("--adf-project " + folder + ": must be a folder");
    }
    AdfProject project;
    try {
      project = new AdfProject(folder.toRealPath());
      for (Path file : project.files()) {
        project.add(file);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(folder + ": cannot be read: " + OneLine.why(e), e);
    }
    if (project.all(MODULE).findAny().isEmpty()) {
      throw new IllegalArgumentException(
          "--adf-project "
              + folder
              + ": contains no application module (XML file with the root element AppModule);"
              + " choose the folder of a model project or of its application");
    }
    project.all(PROJECT).forEach(project::checkShared);
    return project;
  }

  /** Returns files of interest in a fixed order. Symbolic links are not followed. */
  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes about) {
            String name = dir.getFileName() == null ? "" : dir.getFileName().toString();
            return !dir.equals(folder) && (COPIES.contains(name) || name.startsWith("."))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
            if (about.isSymbolicLink()) {
              report(file, 1, "symbolic link: not followed");
            } else if (file.toString().matches("(?s).*(\\.xml|\\.jpx|bc4j\\.xcfg)")) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            report(file, 1, "cannot be read: " + OneLine.why(e));
            return FileVisitResult.CONTINUE;
          }
        });
    files.sort(Comparator.comparing(Path::toString));
    return files;
  }

  private void add(Path file) {
    if (file.toString().endsWith(".xcfg")) {
      try {
        configurations.add(Bc4jFile.read(file));
      } catch (IllegalArgumentException e) {
        report(file, 1, "configurations: " + e.getMessage());
      }
      return;
    }
    XmlElement root = XmlFile.read(file, ROOTS, MAX_BYTES);
    if (root != null) {
      definitions.add(root);
      bySimpleName.computeIfAbsent(simple(dotted(file)), name -> new ArrayList<>()).add(root);
    }
  }

  private void checkShared(XmlElement project) {
    project
        .all("AppModuleUsage")
        .forEach(
            usage ->
                report(
                    usage,
                    "shared application module %s: not mapped; in ADF all sessions share its rows",
                    usage.get("FullName")));
  }

  /** Reports the children of an element that are not mapped. */
  void checkChildren(XmlElement parent, Set<String> known, String label) {
    for (XmlElement child : parent.children()) {
      if (!known.contains(child.name())) {
        report(child, "element %s of %s: not mapped", child.name(), label);
      }
    }
  }

  private Stream<XmlElement> all(String kind) {
    return definitions.stream().filter(each -> each.name().equals(kind));
  }

  /** Returns application modules that no other application module contains. */
  List<XmlElement> rootModules() {
    Set<XmlElement> nested = Collections.newSetFromMap(new IdentityHashMap<>());
    all(MODULE)
        .flatMap(module -> module.all("AppModuleUsage").stream())
        .forEach(usage -> nested.add(find(MODULE, usage.get("FullName"), usage)));
    return all(MODULE).filter(module -> !nested.contains(module)).toList();
  }

  /**
   * Returns the definition with this full name, or null if the project does not contain it.
   *
   * @param place element that refers to the definition
   */
  XmlElement find(String kind, String fullName, XmlElement place) {
    List<XmlElement> found =
        bySimpleName.getOrDefault(simple(fullName), List.of()).stream()
            .filter(each -> each.name().equals(kind))
            .filter(each -> ("." + dotted(each.file())).endsWith("." + fullName))
            .toList();
    if (found.isEmpty()) {
      report(place, "%s %s: no file in this folder defines it", label(kind), fullName);
      return null;
    }
    if (found.size() > 1) {
      report(
          place,
          "%s %s: defined in %s and %s; the first is used",
          label(kind),
          fullName,
          relative(found.get(0).file()),
          relative(found.get(1).file()));
    }
    return found.get(0);
  }

  private static String label(String kind) {
    return kind.equals(MODULE)
        ? "application module"
        : kind.replaceAll("(?<=.)([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  /** Returns the path of a file without its ending, with dots between the folders. */
  private String dotted(Path file) {
    String path = relative(file);
    return path.substring(0, path.lastIndexOf('.')).replace('/', '.');
  }

  String relative(Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  static String simple(String fullName) {
    return fullName.substring(fullName.lastIndexOf('.') + 1);
  }

  @FormatMethod
  void report(XmlElement place, String form, Object... values) {
    report(place.file(), place.line(), form.formatted(values));
  }

  private void report(Path file, int line, String text) {
    findings.add(OneLine.of("%s:%d: %s".formatted(relative(file), line, text)));
  }

  /** Returns what is not mapped, as {@code FILE:LINE: TEXT} in the order of detection. */
  List<String> findings() {
    return List.copyOf(findings);
  }
}
