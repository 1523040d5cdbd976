package cloakroom.bc4j;

import cloakroom.bc4j.AdfModule.ViewUse;
import cloakroom.bc4j.Bc4jFile.Bc4jConfiguration;
import cloakroom.bc4j.XmlFile.XmlElement;
import com.google.errorprone.annotations.FormatMethod;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * Application file made from the ADF Business Components of a project. The database generates all
 * rows, so that no table of the project is necessary.
 */
public final class AdfApplication {
  private static final int MAX_BYTES = 1_000_000; // of an application file
  private static final int RANGES = 3; // generated rows of a view, in ranges
  private static final Set<String> RESERVED =
      Set.of(
          "StateKindsModule counters end health heap live logout metrics nodes trial".split(" "));
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cs}]");
  private static final Collector<CharSequence, ?, String> LINES = Collectors.joining("\n");
  private static final String HEAD =
      """
      # Application file made from the ADF project %s.
      # Each root application module is a module and a page. The page opens all top-level view objects,
      # their details by view links, and in step "lists" the lists of values.
      # Values have the full length of their attribute. Views without a RangeSize have a range of %d rows,
      # as JDeveloper sets it for the iterators of a page. The database generates the rows.
      # Pages only read. To change data, replace the rows of a view by an entity, set "shows" to one of its
      # text attributes, and add steps:
      #     change: [set VIEW.ATTRIBUTE]
      #     commit: [commit]
      #     rollback: [rollback]
      # The end of the file lists what is not mapped, with file and line.
      application: %s
      load: {users: 20, iterations: 20, ramp: 10s, think: 3s}
      modules:
      """;

  private final AdfProject project;
  private final List<String> lines = new ArrayList<>();

  private AdfApplication(AdfProject project) {
    this.project = project;
  }

  public static AdfApplication read(Path folder) {
    AdfApplication application = new AdfApplication(AdfProject.read(folder));
    application.write(folder);
    return application;
  }

  /** Returns the content of the application file. */
  public String yaml() {
    String findings =
        findings().stream().map(line -> "#   " + line + "\n").collect(Collectors.joining());
    String yaml =
        lines.stream().map(UNPRINTABLE::matcher).map(line -> line.replaceAll(" ")).collect(LINES)
            + (findings.isEmpty() ? "\n# Everything is mapped.\n" : "\n# Not mapped:\n" + findings);
    int bytes = yaml.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "--adf-project %s: the application file has %,d bytes, and must have at most 1 MB; choose a part"
                  .formatted(project.folder, bytes)
              + " of the project");
    }
    return yaml;
  }

  /** Returns what is not mapped, as {@code FILE:LINE: TEXT}. */
  public List<String> findings() {
    return project.findings();
  }

  private void write(Path folder) {
    IdentityHashMap<XmlElement, AdfView> views = new IdentityHashMap<>();
    Map<String, AdfModule> modules = new LinkedHashMap<>();
    for (XmlElement root : project.rootModules()) {
      String label = root.get(AdfProject.NAME);
      String name =
          AdfModule.unique(label, each -> RESERVED.contains(each) || modules.containsKey(each));
      AdfModule module = new AdfModule(project, root, name, views);
      if (module.views().isEmpty()) {
        project.report(root, "application module %s: has no mapped view object; left out", label);
      } else {
        modules.put(name, module);
      }
    }
    checkJava(views);
    if (modules.isEmpty()) {
      throw new IllegalArgumentException(
          "--adf-project " + folder + ": no view object can be mapped: " + findings());
    }
    String name = folder.toAbsolutePath().normalize().getFileName().toString();
    HEAD.formatted(folder, AdfModule.DEFAULT_RANGE, AdfModule.unique(name, each -> false))
        .lines()
        .forEach(lines::add);
    modules.values().forEach(this::writeModule);
    lines.add("pages:");
    modules.values().forEach(this::writePage);
    lines.add("sessions:");
    add("  %s:", AdfModule.unique("browse", modules::containsKey));
    lines.add("    weight: 100");
    lines.add("    visits:");
    modules.forEach(
        (page, module) -> {
          String lists = module.views().stream().anyMatch(ViewUse::isList) ? "lists, " : "";
          add("      - {page: %s, repeat: [scroll, %sthink]}", page, lists);
        });
    writeVariants(folder);
  }

  @FormatMethod
  private void add(String form, Object... values) {
    lines.add(form.formatted(values));
  }

  private void checkJava(IdentityHashMap<XmlElement, AdfView> views) {
    List<XmlElement> used =
        views.values().stream()
            .filter(view -> view.noQuery().isEmpty())
            .map(view -> view.definition)
            .sorted(Comparator.comparing(each -> each.file().toString()))
            .toList();
    List<XmlElement> java =
        used.stream()
            .filter(each -> !(each.get("ComponentClass") + each.get("RowClass")).isEmpty())
            .toList();
    if (!java.isEmpty()) {
      project.report(
          java.get(0),
          "%d of %d view objects have a Java class, this is the first: queries in Java are not mapped",
          java.size(),
          used.size());
    }
  }

  private void writeModule(AdfModule module) {
    add("  %s: # %s", module.name, project.relative(module.definition.file()));
    lines.add("    views:");
    for (ViewUse use : module.views()) {
      add("      %s: # %s", use.name(), use.place().get("ViewObjectName"));
      add("        rows: %d", RANGES * use.range());
      add("        attributes: %s", mapping(use.view().columns));
      if (!use.masters().isEmpty()) {
        Map<String, String> binds = new LinkedHashMap<>();
        use.masters()
            .forEach(
                master ->
                    binds.put(
                        "link" + (binds.size() + 1), "{from: %s.id}".formatted(master.name())));
        add("        binds: %s", mapping(binds));
      }
      add("        range: %d", use.range());
      if (!use.view().transients.isEmpty()) {
        add("        transient: %s", mapping(use.view().transients));
      }
    }
  }

  private void writePage(AdfModule module) {
    ViewUse shown = module.views().get(0);
    add("  %s:", module.name);
    add("    module: %s", module.name);
    add("    shows: %s.%s", shown.name(), shown.view().columns.keySet().iterator().next());
    lines.add("    steps:");
    add("      open: %s", queries(module, false));
    add("      scroll: [next %s]", shown.name());
    if (module.views().stream().anyMatch(ViewUse::isList)) {
      add("      lists: %s", queries(module, true));
    }
  }

  private static String queries(AdfModule module, boolean lists) {
    return module.views().stream()
        .filter(use -> use.isList() == lists && use.masters().isEmpty())
        .map(use -> "query " + use.name())
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String mapping(Map<String, String> entries) {
    return entries.entrySet().stream()
        .map(each -> each.getKey() + ": " + each.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private void writeVariants(Path folder) {
    if (project.configurations.isEmpty()) {
      return;
    }
    lines.add("# Variants, one for each configuration (options of: stress run --app THIS-FILE):");
    for (Bc4jFile file : project.configurations) {
      Path path = folder.resolve(project.relative(file.path()));
      for (Bc4jConfiguration each : file.configurations()) {
        boolean shared =
            each.entries().stream()
                .anyMatch(
                    entry ->
                        entry.name().equals("jbo.ampool.isuseexclusive")
                            && entry.value().equalsIgnoreCase("false"));
        String form = "#   --variant '%s: bc4j=\"%s#%s\"'%s";
        String note = shared ? " # shared by sessions in ADF: results do not apply" : "";
        lines.add(form.formatted(each.name(), path, each.fullName(), note));
      }
    }
  }
}
