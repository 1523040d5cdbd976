package cloakroom.bench.family.http;

/** What a user asks for again and again. */
public enum Script {
  /** the page is opened again */
  OPEN("GET /departments"),
  /** the stress test's cycle: a value is changed, then committed */
  CHANGE_AND_COMMIT("POST /change, /commit");

  private final String words;

  Script(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
