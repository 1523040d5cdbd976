package cloakroom.app;

import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ModuleDefinition;
import cloakroom.application.ModuleDefinition.AttributeDefinition;
import cloakroom.application.ModuleDefinition.ViewDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.ActionDefinition;
import cloakroom.application.PageDefinition.StepRole;
import cloakroom.application.PageDefinition.Verb;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Page of the application, with positions of view objects and attributes in place of their names.
 *
 * @param view position in the module of the view object that the page shows
 * @param attribute position in the view object of the watched attribute
 */
public record Page(
    String name, String module, int view, int attribute, Map<String, PageStep> steps) {

  /** Step of a page, which is one request. */
  public record PageStep(String name, StepRole role, List<Action> actions) {}

  /**
   * Action of a step.
   *
   * @param view position of the view object; -1 for none
   * @param attribute attribute that is set; null for none
   * @param position position of this attribute in the view object; -1 for none
   * @param watched whether this is the watched attribute of the page
   */
  record Action(
      Verb verb,
      int view,
      AttributeDefinition attribute,
      int position,
      boolean watched,
      long nanos) {}

  /** Returns the pages of an application by name. */
  static Map<String, Page> of(ApplicationDefinition application) {
    Map<String, Page> pages = new LinkedHashMap<>();
    application
        .pages()
        .forEach(
            (name, page) -> pages.put(name, of(page, application.modules().get(page.module()))));
    return Collections.unmodifiableMap(pages);
  }

  private static Page of(PageDefinition page, ModuleDefinition module) {
    List<ViewDefinition> views = List.copyOf(module.views().values());
    int shown = views.indexOf(module.views().get(page.view()));
    int watched = position(views.get(shown), page.attribute());
    Map<String, PageStep> steps = new LinkedHashMap<>();
    page.steps()
        .forEach(
            (name, step) -> {
              List<Action> actions = new ArrayList<>();
              for (ActionDefinition action : step.actions()) {
                int view =
                    action.view() == null ? -1 : views.indexOf(module.views().get(action.view()));
                int position =
                    action.attribute() == null ? -1 : position(views.get(view), action.attribute());
                actions.add(
                    new Action(
                        action.verb(),
                        view,
                        position < 0 ? null : views.get(view).attributes().get(position),
                        position,
                        view == shown && position == watched,
                        action.nanos()));
              }
              steps.put(name, new PageStep(name, step.role(), List.copyOf(actions)));
            });
    return new Page(page.name(), module.name(), shown, watched, Collections.unmodifiableMap(steps));
  }

  private static int position(ViewDefinition view, String attribute) {
    return view.attributes().stream().map(AttributeDefinition::name).toList().indexOf(attribute);
  }

  PageStep open() {
    return steps.get("open");
  }
}
