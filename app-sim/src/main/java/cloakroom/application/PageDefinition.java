package cloakroom.application;

import java.util.List;
import java.util.Map;

/**
 * Page that shows one view object of a module. The value of one attribute in the view object's
 * current row is in every response, so that a plan can detect a lost change.
 *
 * @param name name and HTTP path, without a slash
 * @param view view object that the page shows, with an integer key
 * @param attribute attribute that responses report and that changes set
 * @param steps requests of the page by name; {@code open} is the first
 */
public record PageDefinition(
    String name, String module, String view, String attribute, Map<String, StepDefinition> steps) {

  /** Name of the first step. */
  public static final String OPEN = "open";

  public StepDefinition open() {
    return steps.get(OPEN);
  }

  /** Role of a request, which decides how a plan checks the response. */
  public enum StepRole {
    /** Opens the page for a user; request {@code GET /PAGE?user=N}. */
    OPEN,
    /** Changes no data; may move to other rows. */
    READ,
    /** Sets the watched attribute to the value of the request. */
    CHANGE,
    /** Changes other data, such as an inserted row. */
    EDIT,
    COMMIT,
    ROLLBACK;

    public boolean endsTransaction() {
      return this == COMMIT || this == ROLLBACK;
    }
  }

  /**
   * One request, {@code POST /PAGE/STEP} except for {@code open}.
   *
   * @param changes number of rows that the step alone makes pending; steps that change the same row
   *     make it pending once, so that their numbers have no sum
   */
  public record StepDefinition(
      String name, StepRole role, int changes, List<ActionDefinition> actions) {}

  /** Kind of action. */
  public enum Verb {
    /** Executes a view object's query and those of its details, and fetches the first range. */
    QUERY,
    /** Fetches the view object's next range. */
    NEXT,
    /** Filters a view object by an attribute's value: the request's, or that of the current row. */
    FIND,
    /** Sets an attribute of the current row: to the request's value, or a generated one. */
    SET,
    INSERT,
    DELETE,
    COMMIT,
    ROLLBACK,
    /** Waits without processor time. */
    WAIT,
    /** Uses processor time. */
    COMPUTE;

    public boolean endsTransaction() {
      return this == COMMIT || this == ROLLBACK;
    }

    /** Returns whether the action makes a change pending. */
    public boolean isChange() {
      return this == SET || this == INSERT || this == DELETE;
    }
  }

  /**
   * Action of a step.
   *
   * @param view view object; null for COMMIT, ROLLBACK, WAIT and COMPUTE
   * @param attribute attribute that SET changes or FIND compares; null for other verbs
   * @param nanos duration of WAIT and COMPUTE in nanoseconds; 0 for other verbs
   */
  public record ActionDefinition(Verb verb, String view, String attribute, long nanos) {}
}
