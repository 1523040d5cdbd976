package cloakroom.platform;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.url.UrlDatabase;
import org.junit.jupiter.api.Test;

final class PasswordTest {
  @Test
  void passwords_areNotShown_andRandomOnesDiffer() {
    Password password = Password.of("open-sesame");
    assertThat(password + " " + new UrlDatabase("url", "user", password))
        .doesNotContain("open-sesame");
    assertThat(password.reveal()).isEqualTo("open-sesame");
    assertThat(Password.random().reveal()).hasSize(24).isNotEqualTo(Password.random().reveal());
  }
}
