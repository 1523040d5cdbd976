package cloakroom.cli;

import cloakroom.contract.ProgressLine;
import cloakroom.contract.Ready;
import cloakroom.contract.Stopped;
import cloakroom.database.StartedDatabase;
import cloakroom.http.JsonText;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the database command tells: to a person in lines, to a program in JSON. */
interface DatabaseEvents {
  /** The start takes long, or something that only part of the work needs could not be had. */
  void progress(String line);

  void ready(StartedDatabase server);

  void stopped();

  /** For a person: how to reach the server and how to stop it. */
  record Plain(PrintWriter out) implements DatabaseEvents {
    @Override
    public void progress(String line) {
      out.println(line);
      out.flush();
    }

    @Override
    public void ready(StartedDatabase server) {
      Map.Entry<String, String> client = server.client();
      int width = Math.max("user".length(), client.getKey().length());
      String row = "  %-" + width + "s  %s%n";
      out.println(server.product() + " is ready, with the schema installed.");
      out.printf(row, "URL", server.url());
      out.printf(row, "user", server.user());
      out.printf(row, client.getKey(), client.getValue());
      out.println("Stop it with Ctrl-C, or: kill " + ProcessHandle.current().pid());
      out.flush();
    }

    @Override
    public void stopped() {
      out.println("Stopped.");
      out.flush();
    }
  }

  /** For a program: one object for each line. */
  record JsonLines(PrintWriter out) implements DatabaseEvents {
    @Override
    public void progress(String line) {
      print(new ProgressLine(line));
    }

    @Override
    public void ready(StartedDatabase server) {
      Map<String, Object> event = new LinkedHashMap<>();
      event.put("event", Ready.EVENT);
      event.put("url", server.url());
      event.put("user", server.user());
      event.putAll(server.facts());
      event.put("processId", ProcessHandle.current().pid());
      print(event);
    }

    @Override
    public void stopped() {
      print(Map.of("event", Stopped.EVENT));
    }

    private void print(Object event) {
      out.println(JsonText.text(event));
      out.flush();
    }
  }
}
