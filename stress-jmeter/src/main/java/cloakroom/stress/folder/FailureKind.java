package cloakroom.stress.folder;

import cloakroom.platform.Names;

/** Reason why a request failed. Each failed request has exactly one reason. */
public enum FailureKind {
  ASSERTION("assertion", "the response was not the expected one"),
  STATE_LOST("state lost", "the response showed that the session's state was lost"),
  HTTP("HTTP", "no response, or an HTTP status other than 2xx"),
  CHECKOUT_TIMEOUT("check-out time-out", "no application module became free in time"),
  POOL_EXHAUSTED(
      "pool exhausted", "no connection became free in time, or the database had no more"),
  ACTIVATION("activation", "the snapshot could not be read back"),
  GENERATOR("generator", "the load generator itself ran out of ports or routes");

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
    return Names.camelCase(name());
  }

  public String meaning() {
    return meaning;
  }
}
