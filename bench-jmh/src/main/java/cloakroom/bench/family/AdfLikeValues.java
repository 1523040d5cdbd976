package cloakroom.bench.family;

import java.time.LocalDate;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Attribute values of an order-entry application: names, addresses, dates, amounts and keys drawn
 * from lists and ranges as long as a small company's, so that some values come twice and most do
 * not.
 */
final class AdfLikeValues {
  private static final String[] GIVEN =
      list(
          "Anna,Bela,Carla,David,Elena,Farid,Greta,Hugo,Ines,Jakob,Kirsten,Luis,Maria,"
              + "Nadia,Oskar,Paula,Quentin,Rosa,Stefan,Teresa,Ursula,Viktor,Wanda,Xenia,Yusuf,"
              + "Zoë,André,Beatriz,Cornelius,Dorothea,Emmanuel,Françoise");

  private static final String[] FAMILY =
      list(
          "Abel,Bianchi,Castillo,Dubois,Eriksen,Fischer,García,Hofmann,Ivanova,Jansen,"
              + "Kowalski,Lindqvist,Moreau,Nakamura,O'Brien,Papadakis,Quinn,Rossi,Schneider,"
              + "Tanaka,Urban,Vogel,Weber,Yildiz,Zimmermann,Andersson,Brandt,Crawford,Delgado,"
              + "Esposito,Fitzgerald,Grünwald,Holmström,Iglesias,Johansson,Kaminski,Larsen,"
              + "Mitchell,Novak,Petrov");

  private static final String[] STREETS =
      list(
          "Harbour Road,Mill Lane,Station Street,High Street,Church Hill,Park Avenue,"
              + "Bridge Street,Garden Row,Market Square,Kings Parade,Orchard Way,Canal Walk");

  private static final String[] CITIES =
      list(
          "Amsterdam,Basel,Copenhagen,Dublin,Edinburgh,Florence,Geneva,Hamburg,Innsbruck,"
              + "Kraków,Lisbon,Madrid,Nantes,Oslo,Porto,Rotterdam,Seville,Turin,Uppsala,Vienna");

  private static final String[] MATERIALS =
      list("Steel,Oak,Linen,Copper,Canvas,Glass,Walnut,Ceramic,Leather,Cotton");

  private static final String[] GOODS =
      list(
          "desk lamp,bookshelf,coat rack,filing cabinet,chair,side table,wall clock,"
              + "notice board,umbrella stand,paper tray,mirror,stool");

  private static final String[] STATUS = {"ENTERED", "BOOKED", "PICKED", "SHIPPED", "ON_HOLD"};
  private static final String[] MODE = {"STANDARD", "EXPRESS", "COLLECT"};
  private static final String[] CURRENCY = {"EUR", "EUR", "EUR", "GBP", "CHF", "SEK"};
  private static final String[] WISHES = {
    "leave at reception", "call before delivery", "invoice separately", "gift wrap", "second floor"
  };

  private static String[] list(String commaSeparated) {
    return commaSeparated.split(",", -1);
  }

  private final SplittableRandom random;

  AdfLikeValues(SplittableRandom random) {
    this.random = random;
  }

  String one(String... choices) {
    return choices[random.nextInt(choices.length)];
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

  String familyName() {
    return one(FAMILY);
  }

  String city() {
    return one(CITIES);
  }

  String status() {
    return one(STATUS);
  }

  String date() {
    return LocalDate.of(2019, 1, 1).plusDays(random.nextInt(2_500)).toString();
  }

  String amount(int most) {
    return String.format(Locale.ROOT, "%.2f", random.nextInt(100, most * 100) / 100.0);
  }

  String wish() {
    return one(WISHES);
  }

  Map<String, String> customer(String id) {
    String given = one(GIVEN);
    String family = familyName();
    Map<String, String> values = new TreeMap<>();
    values.put("CustomerId", id);
    values.put("FirstName", given);
    values.put("LastName", family);
    values.put("Email", (given + "." + family).toLowerCase(Locale.ROOT) + "@example.org");
    values.put("Phone", "+" + (30 + random.nextInt(60)) + " " + key(3) + " " + key(6));
    values.put("Street", one(STREETS) + " " + (1 + random.nextInt(180)));
    values.put("City", city());
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
    values.put("OrderStatus", status());
    values.put("DeliveryMode", one(MODE));
    values.put("CurrencyCode", one(CURRENCY));
    values.put("OrderTotal", amount(5_000));
    values.put("SalesRepId", key(3));
    values.put("Instructions", happens(3) ? wish() : null);
    return values;
  }

  Map<String, String> line(String order, int number) {
    Map<String, String> values = new TreeMap<>();
    values.put("OrderId", order);
    values.put("LineItemId", Integer.toString(number));
    values.put("ProductId", key(4));
    values.put("ProductName", one(MATERIALS) + " " + one(GOODS));
    values.put("Quantity", Integer.toString(1 + random.nextInt(40)));
    values.put("UnitPrice", amount(400));
    values.put("DiscountPct", happens(7) ? null : Integer.toString(5 * (1 + random.nextInt(5))));
    values.put("WarehouseId", Integer.toString(1 + random.nextInt(12)));
    values.put("PromisedDate", date());
    values.put("LineStatus", status());
    return values;
  }
}
