package cloakroom.state;

import cloakroom.platform.Resources;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Attribute values of an order-entry application: names, addresses, dates, amounts and keys drawn
 * from lists and ranges as long as a small company's, so that some values come twice and most do
 * not.
 */
record AdfLikeValues(SplittableRandom random) {
  private static final Map<String, List<String>> LISTS =
      Resources.table("cloakroom/state/adf-like-values.txt");

  String one(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** One of a list of the table. */
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

  String amount(int most) {
    return String.format(Locale.ROOT, "%.2f", random.nextInt(100, most * 100) / 100.0);
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
