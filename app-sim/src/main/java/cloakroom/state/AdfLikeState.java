package cloakroom.state;

import cloakroom.platform.Resources;
import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.ViewState;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Generator of artificial session states of an order-entry application. With factor 1, a state
 * takes about 22 KB as XML or 5 KB as binary. A changed row differs from its old values in two or
 * three attributes. Equal seeds give equal states.
 */
public final class AdfLikeState {
  private static final int VIEWS = 30;
  private static final int ROWS = 20;
  private static final int KINDS_OF_ROW = 4;
  private static final int RANGE = 25;
  private static final int ROWS_OF_VIEW = 10;
  // Markup bytes of an XML element, without names and values.
  private static final int VIEW_BYTES = 62;
  private static final int ROW_BYTES = 24;
  private static final int ATTRIBUTE_BYTES = 40;
  private static final List<String> SUBJECTS = Values.list("subjects");
  private static final String[] KINDS = {"", "Search", "Detail"};

  private AdfLikeState() {}

  /** Returns a snapshot with 30 view objects and 20 changed rows, both multiplied by the factor. */
  public static Snapshot of(long seed, int factor) {
    SplittableRandom random = new SplittableRandom(seed);
    Values values = new Values(random.split());
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
   * Returns view objects without changed rows. The size of their XML form differs from {@code
   * bytes} by less than one attribute.
   */
  public static List<ViewState> filled(long seed, int bytes) {
    Values values = new Values(new SplittableRandom(seed));
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
      views.add(new ViewState(name(i), false, null, null, Map.of(), 0, RANGE, null, rows));
    }
    return views;
  }

  private static String name(int i) {
    return SUBJECTS.get(i % SUBJECTS.size()) + kind(i) + "View" + (1 + i / VIEWS);
  }

  private static String kind(int i) {
    return KINDS[i / SUBJECTS.size() % KINDS.length];
  }

  private static ViewState view(int i, Values values) {
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

  /** Returns a changed row: of ten rows eight are modified, one is inserted and one is deleted. */
  private static EntityChange change(int i, Values values) {
    String id = values.key(6);
    int type = i % KINDS_OF_ROW;
    String entity = type == 0 ? "CustomerEO" : type == 1 ? "OrderEO" : "OrderLineEO";
    Map<String, String> read = row(i, id, values);
    if (i % 10 == 8) {
      return EntityChange.created(entity, "-" + (1 + i), i % RANGE, read);
    }
    return i % 10 == 9
        ? EntityChange.deleted(entity, id, read)
        : EntityChange.modified(entity, id, read, edited(entity, read, values));
  }

  private static Map<String, String> row(int i, String id, Values values) {
    return switch (i % KINDS_OF_ROW) {
      case 0 -> values.customer(id);
      case 1 -> values.order(id);
      default -> values.line(id, 1 + i % 7);
    };
  }

  private static Map<String, String> edited(
      String entity, Map<String, String> read, Values values) {
    Map<String, String> written = new TreeMap<>(read);
    switch (entity) {
      case "CustomerEO" -> {
        written.put("City", values.of("cities"));
        written.put("CreditLimit", values.amount(20_000));
      }
      case "OrderEO" -> {
        written.put("OrderStatus", values.of("status"));
        written.put("RequestedDate", values.date());
        written.put("Instructions", values.of("wishes"));
      }
      default -> {
        written.put("Quantity", Integer.toString(1 + values.below(40)));
        written.put("UnitPrice", values.amount(400));
      }
    }
    return written;
  }

  /** Generator of attribute values from short lists, so that values repeat as in real data. */
  private record Values(SplittableRandom random) {
    private static final Map<String, List<String>> LISTS =
        Resources.table("cloakroom/state/adf-like-values.txt");

    static List<String> list(String name) {
      return List.of(LISTS.get(name).get(1).split(",", -1));
    }

    String one(String... choices) {
      return choices[random.nextInt(choices.length)];
    }

    String of(String list) {
      return one(LISTS.get(list).get(1).split(",", -1));
    }

    boolean happens(int timesInTen) {
      return random.nextInt(10) < timesInTen;
    }

    int below(int bound) {
      return random.nextInt(bound);
    }

    String key(int digits) {
      int lowest = (int) Math.pow(10, digits - 1);
      return Integer.toString(lowest + random.nextInt(9 * lowest));
    }

    String date() {
      return LocalDate.of(2019, 1, 1).plusDays(random.nextInt(2_500)).toString();
    }

    String amount(int max) {
      return String.format(Locale.ROOT, "%.2f", random.nextInt(100, max * 100) / 100.0);
    }

    Map<String, String> customer(String id) {
      String given = of("given");
      String family = of("family");
      Map<String, String> values = new TreeMap<>();
      values.put("CustomerId", id);
      values.put("FirstName", given);
      values.put("LastName", family);
      values.put("Email", (given + "." + family).toLowerCase(Locale.ROOT) + "@example.org");
      values.put("Phone", "+" + (30 + random.nextInt(60)) + " " + key(3) + " " + key(6));
      values.put("Street", of("streets") + " " + (1 + random.nextInt(180)));
      values.put("City", of("cities"));
      values.put("CreditLimit", amount(20_000));
      values.put("AccountManagerId", happens(3) ? null : key(3));
      values.put("CustomerSince", date());
      return values;
    }

    Map<String, String> order(String id) {
      Map<String, String> values = new TreeMap<>();
      values.put("OrderId", id);
      values.put("CustomerId", key(6));
      values.put("OrderDate", date());
      values.put("RequestedDate", happens(6) ? date() : null);
      values.put("OrderStatus", of("status"));
      values.put("DeliveryMode", of("mode"));
      values.put("CurrencyCode", of("currency"));
      values.put("OrderTotal", amount(5_000));
      values.put("SalesRepId", key(3));
      values.put("Instructions", happens(3) ? of("wishes") : null);
      return values;
    }

    Map<String, String> line(String order, int number) {
      Map<String, String> values = new TreeMap<>();
      values.put("OrderId", order);
      values.put("LineItemId", Integer.toString(number));
      values.put("ProductId", key(4));
      values.put("ProductName", of("materials") + " " + of("goods"));
      values.put("Quantity", Integer.toString(1 + random.nextInt(40)));
      values.put("UnitPrice", amount(400));
      values.put("DiscountPct", happens(7) ? null : Integer.toString(5 * (1 + random.nextInt(5))));
      values.put("WarehouseId", Integer.toString(1 + random.nextInt(12)));
      values.put("PromisedDate", date());
      values.put("LineStatus", of("status"));
      return values;
    }
  }
}
