package cloakroom.state;

import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.ViewState;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What sessions of an order-entry application of some size leave behind: for a factor of 1, 30 view
 * objects with bind values and current rows, and 20 pending rows of 10 attributes with their old
 * and new values, some 22 KB as XML and some 5 KB as binary.
 *
 * <p>All sessions share the names, as users of one module do; the values come from a seed and are
 * neither constant nor noise: people, places and goods from lists, dates and amounts from ranges,
 * keys with the digits of a table of their size, some of them null. New values differ from old ones
 * in two or three attributes of a row. The same seed gives the same state every time.
 */
public final class AdfLikeState {
  private static final int VIEWS = 30;
  private static final int ROWS = 20;
  private static final int KINDS_OF_ROW = 4;
  private static final int RANGE = 25;
  private static final int ROWS_OF_VIEW = 10;

  /** What the elements of a snapshot in XML weigh without their names and values. */
  private static final int VIEW_BYTES = 62;

  private static final int ROW_BYTES = 24;
  private static final int ATTRIBUTE_BYTES = 40;

  private static final String[] SUBJECTS =
      ("Customers Orders OrderLines Products Warehouses Shipments Invoices Payments Returns"
              + " Promotions")
          .split(" ", -1);

  private static final String[] KINDS = {"", "Search", "Detail"};

  private AdfLikeState() {}

  /**
   * A session's state in its first version.
   *
   * @param seed whose state; another seed is another session with other values
   * @param factor how many times 30 view objects and 20 pending rows, 1 or more
   */
  public static Snapshot of(long seed, int factor) {
    SplittableRandom random = new SplittableRandom(seed);
    AdfLikeValues values = new AdfLikeValues(random.split());
    List<ViewState> views =
        IntStream.range(0, VIEWS * factor).mapToObj(i -> view(i, values)).toList();
    List<EntityChange> changes =
        IntStream.range(0, ROWS * factor).mapToObj(i -> change(i, values)).toList();
    Map<String, String> custom = new TreeMap<>();
    custom.put("currentTask", values.one("orders/edit", "orders/review", "customers/edit"));
    custom.put("locale", values.one("de_CH", "en_GB", "fr_FR", "sv_SE"));
    custom.put("userId", values.key(5));
    HexFormat hex = HexFormat.of();
    String session = hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    return new Snapshot("OrderEntryModule", session, 1, new ModuleState(views, changes, custom));
  }

  /**
   * View objects without a query, that a program has filled: the attributes of their rows are
   * transient, and so travel with the session's state.
   *
   * @param seed whose
   * @param bytes what they weigh in a snapshot that is written as XML, within an attribute's weight
   */
  public static List<ViewState> filled(long seed, int bytes) {
    AdfLikeValues values = new AdfLikeValues(new SplittableRandom(seed));
    List<ViewState> views = new ArrayList<>();
    int left = bytes;
    for (int i = 0; left > 0; i++) {
      Map<String, Map<String, String>> rows = new TreeMap<>();
      left -= VIEW_BYTES + name(i).length();
      while (left > 0 && rows.size() < ROWS_OF_VIEW) {
        String key = values.key(6);
        Map<String, String> row = new TreeMap<>();
        left -= ROW_BYTES;
        for (Map.Entry<String, String> each : row(i, key, values).entrySet()) {
          if (left > 0) {
            row.put(each.getKey(), each.getValue());
            left -=
                ATTRIBUTE_BYTES + each.getKey().length() + String.valueOf(each.getValue()).length();
          }
        }
        rows.put(key, row);
      }
      views.add(filled(i, rows));
    }
    return views;
  }

  private static ViewState filled(int i, Map<String, Map<String, String>> rows) {
    return new ViewState(name(i), false, null, null, Map.of(), 0, RANGE, null, rows);
  }

  private static String name(int i) {
    return SUBJECTS[i % SUBJECTS.length] + kind(i) + "View" + (1 + i / VIEWS);
  }

  private static String kind(int i) {
    return KINDS[i / SUBJECTS.length % KINDS.length];
  }

  private static ViewState view(int i, AdfLikeValues values) {
    String kind = kind(i);
    String current = values.happens(9) ? values.key(6) : null;
    boolean searched = kind.equals("Search") || i % 10 == 1;
    return new ViewState(
        name(i),
        values.happens(8),
        searched ? "upper(name) like upper(:bindName) || '%' and created_on >= :bindFrom" : null,
        searched ? values.one("name, created_on desc", "created_on desc", "name") : null,
        searched
            ? Map.of("bindName", values.of("family").substring(0, 3), "bindFrom", values.date())
            : Map.of("bindParentId", values.key(6)),
        RANGE * values.below(8),
        RANGE,
        current,
        current != null && i % 10 == 0
            ? Map.of(current, Map.of("Selected", "true", "Expanded", values.one("true", "false")))
            : Map.of());
  }

  /** Of ten rows eight are edited, one is new and one is deleted. */
  private static EntityChange change(int i, AdfLikeValues values) {
    String id = values.key(6);
    int type = i % KINDS_OF_ROW;
    String entity = type == 0 ? "CustomerEO" : type == 1 ? "OrderEO" : "OrderLineEO";
    Map<String, String> read = row(i, id, values);
    if (i % 10 == 8) {
      return EntityChange.created(entity, "-" + (1 + i), i % RANGE, read);
    }
    if (i % 10 == 9) {
      return EntityChange.deleted(entity, id, read);
    }
    return EntityChange.modified(entity, id, read, edited(entity, read, values));
  }

  private static Map<String, String> row(int i, String id, AdfLikeValues values) {
    return switch (i % KINDS_OF_ROW) {
      case 0 -> values.customer(id);
      case 1 -> values.order(id);
      default -> values.line(id, 1 + i % 7);
    };
  }

  private static Map<String, String> edited(
      String entity, Map<String, String> read, AdfLikeValues values) {
    Map<String, String> left = new TreeMap<>(read);
    switch (entity) {
      case "CustomerEO" -> {
        left.put("City", values.of("cities"));
        left.put("CreditLimit", values.amount(20_000));
      }
      case "OrderEO" -> {
        left.put("OrderStatus", values.of("status"));
        left.put("RequestedDate", values.date());
        left.put("Instructions", values.of("wishes"));
      }
      default -> {
        left.put("Quantity", Integer.toString(1 + values.below(40)));
        left.put("UnitPrice", values.amount(400));
      }
    }
    return left;
  }
}
