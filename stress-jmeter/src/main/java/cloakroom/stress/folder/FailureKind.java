package cloakroom.stress.folder;

import cloakroom.platform.Names;

/**
 * Why a request failed. Every failed request has exactly one kind, so that the kinds and the
 * successes add up to the requests.
 */
public enum FailureKind {
  ASSERTION("assertion", "the answer was not the expected one"),
  STATE_LOST("state lost", "the answer showed that the session's state was gone"),
  HTTP("HTTP", "no answer, or an HTTP status other than 2xx"),
  CHECKOUT_TIMEOUT("check-out time-out", "no application module became free in time"),
  POOL_EXHAUSTED(
      "pool exhausted", "no connection became free in time, or the database had none left to give"),
  ACTIVATION("activation", "the snapshot could not be read back"),
  GENERATOR("generator", "the load generator itself ran out of ports or routes");

  private final String key = Names.camelCase(name());
  private final String label;
  private final String meaning;

  FailureKind(String label, String meaning) {
    this.label = label;
    this.meaning = meaning;
  }

  public String label() {
    return label;
  }

  public String key() {
    return key;
  }

  public String meaning() {
    return meaning;
  }
}
