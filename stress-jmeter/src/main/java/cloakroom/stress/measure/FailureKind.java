package cloakroom.stress.measure;

/**
 * Why a request failed. Every failed request has exactly one kind, so that the kinds and the
 * successes add up to the requests.
 */
public enum FailureKind {
  ASSERTION("assertion", "the answer was not the expected one"),
  STATE_LOST("stateLost", "the answer showed that the session's state was gone"),
  HTTP("http", "no answer, or an HTTP status other than 2xx"),
  CHECKOUT_TIMEOUT("checkoutTimeout", "no application module became free in time"),
  POOL_EXHAUSTED("poolExhausted", "no connection became free in time"),
  ACTIVATION("activation", "the snapshot could not be read back"),
  GENERATOR("generator", "the load generator itself ran out of ports or routes");

  private static final String NON_HTTP = "Non HTTP response code";

  private final String key;
  private final String meaning;

  FailureKind(String key, String meaning) {
    this.key = key;
    this.meaning = meaning;
  }

  /** The name used in files and reports. */
  public String key() {
    return key;
  }

  /** What it means, for the report. */
  public String meaning() {
    return meaning;
  }

  /** The kind of a failed request; the tier's own word comes first, then what the user saw. */
  static FailureKind of(Sample sample) {
    return switch (sample.tierError()) {
      case "checkoutTimeout" -> CHECKOUT_TIMEOUT;
      case "poolExhausted" -> POOL_EXHAUSTED;
      case "activation" -> ACTIVATION;
      default -> byAnswer(sample);
    };
  }

  private static FailureKind byAnswer(Sample sample) {
    if (sample.failureMessage().startsWith("stateLost")) {
      return STATE_LOST;
    }
    if (fromGenerator(sample.responseCode())) {
      return GENERATOR;
    }
    return sample.responseCode().matches("2\\d\\d") ? ASSERTION : HTTP;
  }

  private static boolean fromGenerator(String code) {
    return code.startsWith(NON_HTTP)
        && (code.contains("BindException") || code.contains("NoRouteToHost"));
  }
}
