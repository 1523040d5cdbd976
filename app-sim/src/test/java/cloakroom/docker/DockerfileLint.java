package cloakroom.docker;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The rules that a Dockerfile of this project keeps; each fault is one line. */
final class DockerfileLint {
  private static final Pattern VERSIONED =
      Pattern.compile("[^:@\\s]+(:v?\\d+(\\.\\d+)+[-.\\w]*|@sha256:[0-9a-f]{64})");
  private static final Pattern SECRET =
      Pattern.compile("(?i)(password|passwd|secret|token|credential|api_?key)");
  private static final Pattern EXEC_FORM = Pattern.compile("\\[\\s*\".*\"\\s*]");

  private final List<String> faults = new ArrayList<>();
  private final List<String> stages = new ArrayList<>();
  private String user = "";
  private boolean healthCheck;
  private boolean entryPoint;

  private DockerfileLint() {}

  static List<String> faults(String dockerfile) {
    DockerfileLint lint = new DockerfileLint();
    instructions(dockerfile).forEach(lint::instruction);
    lint.end();
    return lint.faults;
  }

  private static List<String> instructions(String dockerfile) {
    String joined = dockerfile.replaceAll("(?m)^\\s*#.*\\R", "").replaceAll("\\\\[ \\t]*\\R", " ");
    return joined.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  private void instruction(String line) {
    String[] parts = line.split("\\s+", 2);
    String rest = parts.length == 2 ? parts[1] : "";
    switch (parts[0]) {
      case "FROM" -> from(rest);
      case "USER" -> user = rest;
      case "HEALTHCHECK" -> healthCheck(rest);
      case "ENTRYPOINT" -> {
        entryPoint = true;
        requireExecForm(line, rest);
      }
      case "CMD" -> requireExecForm(line, rest);
      case "ADD" -> faults.add("COPY says what it does, ADD may fetch or unpack: " + line);
      case "ENV", "ARG" -> {
        if (SECRET.matcher(rest).find()) {
          faults.add("a secret would stay in the image: " + line);
        }
      }
      case "COPY", "RUN", "WORKDIR", "EXPOSE", "LABEL", "STOPSIGNAL" -> {
        // no rule
      }
      default -> faults.add("unknown instruction: " + line);
    }
  }

  private void from(String rest) {
    String[] words = rest.split("\\s+", -1);
    if (!stages.contains(words[0]) && !VERSIONED.matcher(words[0]).matches()) {
      faults.add("not pinned by version: FROM " + rest);
    }
    if (words.length == 3) {
      stages.add(words[2]);
    }
    user = "";
    healthCheck = false;
    entryPoint = false;
  }

  private void healthCheck(String rest) {
    healthCheck = !rest.equals("NONE");
    int command = rest.indexOf("CMD ");
    if (command >= 0) {
      requireExecForm("HEALTHCHECK", rest.substring(command + 4));
    }
  }

  private void requireExecForm(String line, String rest) {
    if (!EXEC_FORM.matcher(rest).matches()) {
      faults.add("a shell would stand before the process: " + line);
    }
  }

  private void end() {
    if (user.isEmpty() || user.matches("(root|0)(:.*)?")) {
      faults.add("runs as root");
    }
    if (!healthCheck) {
      faults.add("no HEALTHCHECK");
    }
    if (!entryPoint) {
      faults.add("no ENTRYPOINT");
    }
  }
}
