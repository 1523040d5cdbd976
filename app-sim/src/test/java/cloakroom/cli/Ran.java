package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

record Ran(int code, String out, String err) {
  static Ran of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        AppSim.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = command.execute(args);
    return new Ran(code, out.toString().strip(), err.toString().strip());
  }

  static String failureOf(String... args) {
    Ran ran = of(args);
    assertThat(ran.code()).as(ran.out()).isEqualTo(2);
    assertThat(ran.err().lines()).hasSize(1);
    return ran.err();
  }

  static String shown(String... args) {
    Ran ran = of(args);
    assertThat(ran.code()).as(ran.err()).isZero();
    return ran.out();
  }
}
