package cloakroom.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InlinePageTest {
  /** Hashes of "abc" and of nothing by openssl. */
  private static final String ABC = "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='";

  private static final String NOTHING = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

  private static String policy(String text) {
    return InlinePage.of(text).headers().get("Content-Security-Policy");
  }

  @Test
  void of_scriptsAndStyles_arePermittedByHash() {
    assertThat(policy("<p>x<style></style><script>abc</script><b>y</b><script></script>"))
        .startsWith("default-src 'none'; script-src " + ABC + " " + NOTHING + "; style-src ")
        .contains("style-src " + NOTHING + "; connect-src 'self';")
        .contains("base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "*");
  }

  @Test
  void of_scriptWithATagName_isOnePart() {
    String script = "<script>abc<style></script>";
    assertThat(policy(script + "<style>abc</style>")).containsOnlyOnce("; style-src " + ABC);
    assertThat(policy(script)).contains("style-src;").doesNotContain(ABC);
  }
}
