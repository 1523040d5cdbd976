package cloakroom.bc4j;

import cloakroom.bc4j.XmlFile.XmlElement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Root application module of a project: the view objects that one session has, including those of
 * nested application modules and of lists of values.
 */
final class AdfModule {
  static final int DEFAULT_RANGE = 25; // JDeveloper's RangeSize of a page's iterator
  static final int ALL_ROWS = 100; // assumed where RangeSize is -1
  private static final int MAX_RANGE = 10_000;
  private static final int MAX_NAME = 50;
  private static final Set<String> KNOWN =
      Set.of(
          ("AppModuleUsage ClientInterface ComponentInterfaceBase CustomProperties"
                  + " DesignTime Properties ResourceBundle ViewLinkUsage ViewUsage")
              .split(" "));

  /**
   * Use of a view object in the module.
   *
   * @param place element that uses the view object
   * @param isList whether it is a list of values of another view
   * @param masters masters of its view links, which the module adds later
   */
  record ViewUse(
      String name,
      AdfView view,
      XmlElement place,
      int range,
      boolean isList,
      List<ViewUse> masters) {}

  final String name;
  final XmlElement definition;
  private final AdfProject project;
  private final Map<String, ViewUse> uses = new LinkedHashMap<>();
  private final Set<XmlElement> open = Collections.newSetFromMap(new IdentityHashMap<>());
  private final IdentityHashMap<XmlElement, AdfView> known; // views read before, by definition

  AdfModule(
      AdfProject project,
      XmlElement definition,
      String name,
      IdentityHashMap<XmlElement, AdfView> known) {
    this.project = project;
    this.definition = definition;
    this.name = name;
    this.known = known;
    add(definition, "");
    List.copyOf(uses.values()).forEach(this::addLists);
  }

  private void add(XmlElement module, String prefix) {
    if (!open.add(module)) {
      project.report(module, "application module: contains itself; not mapped");
      return;
    }
    project.checkChildren(module, KNOWN, "an application module");
    for (XmlElement usage : module.all("ViewUsage")) {
      add(prefix + usage.get(AdfProject.NAME), usage, usage.get("RangeSize"), false);
    }
    for (XmlElement usage : module.all("AppModuleUsage")) {
      XmlElement nested = project.find(AdfProject.MODULE, usage.get("FullName"), usage);
      if (nested != null) {
        add(nested, prefix + usage.get(AdfProject.NAME) + "_");
      }
    }
    module.all("ViewLinkUsage").forEach(usage -> link(module, prefix, usage));
    open.remove(module);
  }

  private void add(String label, XmlElement usage, String range, boolean isList) {
    String fullName = usage.get("ViewObjectName");
    XmlElement found = project.find(AdfProject.VIEW, fullName, usage);
    if (found == null) {
      return;
    }
    if (uses.containsKey(label)) {
      project.report(usage, "view usage %s: defined twice; the first is used", label);
      return;
    }
    AdfView view = known.computeIfAbsent(found, each -> new AdfView(project, each));
    String problem =
        view.columns.isEmpty() && view.noQuery().isEmpty()
            ? "has no attribute of a supported type"
            : view.noQuery();
    if (!problem.isEmpty()) {
      project.report(usage, "view object %s: %s; left out", fullName, problem);
      return;
    }
    project.checkChildren(usage, Set.of("DesignTime", "Properties"), label);
    String text = range.isEmpty() ? view.get("RangeSize") : range;
    int rows = ALL_ROWS;
    if (text.isEmpty()) {
      rows = DEFAULT_RANGE;
    } else if (text.matches("\\d{1,5}")) {
      rows = Math.max(1, Math.min(MAX_RANGE, Integer.parseInt(text)));
    } else if (text.equals("-1")) {
      project.report(usage, "range of %s: all rows; %d assumed", label, ALL_ROWS);
    }
    uses.put(label, new ViewUse(unique(label), view, usage, rows, isList, new ArrayList<>()));
  }

  private String unique(String label) {
    return unique(label, name -> uses.values().stream().anyMatch(use -> use.name.equals(name)));
  }

  /** Returns a name that an application file accepts and that is not used yet. */
  static String unique(String label, Predicate<String> isUsed) {
    String plain = label.replaceAll("[^A-Za-z0-9_]", "_").replaceAll("^(?![A-Za-z])", "A");
    String stem = plain.substring(0, Math.min(MAX_NAME, plain.length()));
    String result = stem;
    for (int i = 2; isUsed.test(result); i++) {
      result = stem + "_" + i;
    }
    return result;
  }

  private void link(XmlElement module, String prefix, XmlElement usage) {
    XmlElement link = project.find(AdfProject.LINK, usage.get("ViewLinkObjectName"), usage);
    ViewUse source = end(module, prefix, usage.get("SrcViewUsageName"));
    ViewUse detail = end(module, prefix, usage.get("DstViewUsageName"));
    if (link == null || source == null || detail == null) {
      project.report(
          usage, "view link %s: one end is not mapped; left out", usage.get(AdfProject.NAME));
      return;
    }
    if (source.equals(detail) || isMaster(detail, source)) {
      project.report(usage, "view link %s: a circle; left out", usage.get(AdfProject.NAME));
      return;
    }
    detail.masters.add(source);
  }

  private static boolean isMaster(ViewUse use, ViewUse detail) {
    return detail.masters.stream().anyMatch(each -> each.equals(use) || isMaster(use, each));
  }

  /** Returns the view use that a link names as {@code PACKAGE.MODULE.[NESTED.]VIEW}. */
  private ViewUse end(XmlElement module, String prefix, String fullName) {
    String view = AdfProject.simple(fullName);
    String owner =
        AdfProject.simple(
            fullName.substring(0, Math.max(0, fullName.length() - view.length() - 1)));
    boolean nested = !owner.isEmpty() && !owner.equals(module.get(AdfProject.NAME));
    return uses.get(prefix + (nested ? owner + "_" : "") + view);
  }

  /** Adds the views whose rows the lists of values of a view show. */
  private void addLists(ViewUse use) {
    Map<String, XmlElement> accessors = new HashMap<>();
    use.view.all("ViewAccessor").forEach(each -> accessors.put(each.get(AdfProject.NAME), each));
    for (XmlElement list : use.view.all("ListBinding")) {
      XmlElement accessor = accessors.remove(list.get("ListVOName"));
      if (accessor != null && !accessor.get("AMUsageName").isEmpty()) {
        project.report(
            accessor, "list of values in a shared application module: not mapped; left out");
      } else if (accessor != null) {
        String label = use.name + "_" + accessor.get(AdfProject.NAME);
        add(label, accessor, list.get("ListRangeSize"), true);
      }
    }
  }

  /** Returns the views, each after its masters. */
  List<ViewUse> views() {
    List<ViewUse> rest = new ArrayList<>(uses.values());
    List<ViewUse> ordered = new ArrayList<>();
    while (!rest.isEmpty()) {
      ViewUse next =
          rest.stream().filter(use -> ordered.containsAll(use.masters)).findFirst().orElseThrow();
      rest.remove(next);
      ordered.add(next);
    }
    return ordered;
  }
}
