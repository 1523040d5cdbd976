package cloakroom.app;

import java.util.List;

/**
 * What a page shows after it was opened or scrolled.
 *
 * @param page the page's name
 * @param key key of the current row
 * @param value its value as this session sees it
 * @param pending whether the session has uncommitted changes on this page
 * @param rangeStart rows before the range
 * @param rows the range
 */
public record PageAnswer(
    String page, long key, String value, boolean pending, int rangeStart, List<Row> rows) {}
