package cloakroom.stress.measure;

/**
 * Why a request failed. Every failed request has exactly one kind, so that the kinds and the
 * successes add up to the requests.
 */
public enum FailureKind {
  ASSERTION("assertion", "assertion", "the answer was not the expected one"),
  STATE_LOST("stateLost", "state lost", "the answer showed that the session's state was gone"),
  HTTP("http", "HTTP", "no answer, or an HTTP status other than 2xx"),
  CHECKOUT_TIMEOUT(
      "checkoutTimeout", "check-out time-out", "no application module became free in time"),
  POOL_EXHAUSTED(
      "poolExhausted",
      "pool exhausted",
      "no connection became free in time, or the database had none left to give"),
  ACTIVATION("activation", "activation", "the snapshot could not be read back"),
  GENERATOR("generator", "generator", "the load generator itself ran out of ports or routes");

  private static final String NON_HTTP = "Non HTTP response code";

  private final String key;
  private final String label;
  private final String meaning;

  FailureKind(String key, String label, String meaning) {
    this.key = key;
    this.label = label;
    this.meaning = meaning;
  }

  /** What a table calls it. */
  public String label() {
    return label;
  }

  /** The name used in files. */
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
    if (sample.failureMessage().startsWith("stateLost") || gone(sample)) {
      return STATE_LOST;
    }
    if (fromGenerator(sample.responseCode())) {
      return GENERATOR;
    }
    return sample.fulfilled() ? ASSERTION : HTTP;
  }

  private static boolean gone(Sample sample) {
    return Probe.of(sample).filter(Probe::gone).isPresent();
  }

  private static boolean fromGenerator(String code) {
    return code.startsWith(NON_HTTP)
        && (code.contains("BindException") || code.contains("NoRouteToHost"));
  }
}
