package cloakroom.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Response of a page. Components that are null are not in the JSON, except for {@code value}.
 *
 * @param key key of the current row
 * @param previous watched value before this request changed it; null if it did not
 * @param value watched value of the current row, with the session's uncommitted change
 * @param changes number of rows that a commit wrote, or of changes that a rollback discarded; null
 *     for other steps
 * @param pending whether the module has uncommitted changes
 * @param rangeStart number of rows before the visible range; null if the step does not show it
 * @param rows rows of the visible range; null if the step does not show it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PageAnswer(
    String page,
    long key,
    String previous,
    @JsonInclude(JsonInclude.Include.ALWAYS) String value,
    Integer changes,
    boolean pending,
    Integer rangeStart,
    List<PageRow> rows) {
  /** Row of a page. The value includes the change that this session has not yet committed. */
  public record PageRow(long key, String value) {}
}
