package cloakroom.stress.trial;

import java.io.IOException;

final class FakeDatabase {
  private FakeDatabase() {}

  public static void main(String[] args) throws IOException {
    long pid = ProcessHandle.current().pid();
    System.out.printf(
        "{\"event\":\"ready\",\"url\":\"jdbc:fake://h/d\",\"user\":\"cloakroom\",\"pid\":%d}%n",
        pid);
    while (System.in.read() != -1) {
      // the parent lives
    }
    System.out.println("{\"event\":\"stopped\"}");
  }
}
