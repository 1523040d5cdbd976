package cloakroom.bench.family.store;

import cloakroom.state.AdfLikeState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What is stored; the same in every run. */
public enum Payload {
  /** Random bytes, which no database can compress. */
  KB_1("1 KB", 1),
  KB_100("100 KB", 100),
  /** Names and numbers, as an encoded state without compression holds them. */
  TEXT("10 KB of text", 10),
  /** State like that of an ADF module. */
  ADF("ADF x1", 1),
  ADF_8("ADF x8", 8);

  private static final long SEED = 20_110_811;
  private static final int DIFFERENT = 97;
  private static final List<String> NAMES =
      List.of("EmployeeId", "DepartmentName", "Salary", "HireDate", "ManagerId", "LocationId");

  private final String words;
  private final int size;

  Payload(String words, int size) {
    this.words = words;
    this.size = size;
  }

  /** As tables call it. */
  String words() {
    return words;
  }

  boolean isAdf() {
    return this == ADF || this == ADF_8;
  }

  /** States to have one after another: snapshots of an ADF module, else bytes. */
  List<Object> states() {
    Random random = new Random(SEED + size);
    List<Object> states = new ArrayList<>();
    for (int i = 0; i < DIFFERENT; i++) {
      states.add(isAdf() ? AdfLikeState.of(i, size) : bytes(random, new byte[size << 10]));
    }
    return states;
  }

  private byte[] bytes(Random random, byte[] content) {
    if (this != TEXT) {
      random.nextBytes(content);
      return content;
    }
    StringBuilder text = new StringBuilder();
    while (text.length() < content.length) {
      text.append(NAMES.get(random.nextInt(NAMES.size()))).append('=');
      text.append(random.nextInt(1_000_000)).append(';');
    }
    return text.substring(0, content.length).getBytes(StandardCharsets.US_ASCII);
  }
}
