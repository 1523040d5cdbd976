package cloakroom.state;

import java.util.Map;
import java.util.Objects;

/**
 * Where a session stood in one view object: never the rows themselves, only what is needed to find
 * them again.
 *
 * @param viewObject name of the view object inside its module
 * @param binds bind values by name, as text
 * @param rangeStart rows before the first row of the current range, 0 or more
 * @param rangeSize rows of a full range, 1 or more
 * @param currentKey key of the current row as text, or null when there is none
 */
public record ViewState(
    String viewObject,
    Map<String, String> binds,
    int rangeStart,
    int rangeSize,
    String currentKey) {

  /** Copies the binds; refuses a range that cannot exist. */
  public ViewState {
    Objects.requireNonNull(viewObject, "viewObject");
    binds = Map.copyOf(binds);
    if (rangeStart < 0 || rangeSize < 1) {
      throw new IllegalArgumentException(
          "range of " + viewObject + ": start " + rangeStart + ", size " + rangeSize);
    }
  }
}
