package cloakroom.cli;

import cloakroom.database.EmbeddedPostgres;
import cloakroom.http.Json;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the database command tells: to a person in lines, to a program in JSON. */
interface DatabaseEvents {
  void ready(EmbeddedPostgres server);

  void stopped();

  /** For a person: how to reach the server and how to stop it. */
  record Plain(PrintStream out) implements DatabaseEvents {
    @Override
    public void ready(EmbeddedPostgres server) {
      String psql =
          "PGPASSFILE=%s psql -h 127.0.0.1 -p %d -U %s %s"
              .formatted(
                  quoted(server.writePasswordFile()),
                  server.port(),
                  server.user(),
                  EmbeddedPostgres.ROLE);
      out.println("PostgreSQL is ready, with the schema installed.");
      out.println("  URL   " + server.url());
      out.println("  user  " + server.user());
      out.println("  psql  " + psql);
      out.println("Stop it with Ctrl-C, or: kill " + ProcessHandle.current().pid());
      out.flush();
    }

    private static String quoted(Path path) {
      return "'" + path.toString().replace("'", "'\\''") + "'";
    }

    @Override
    public void stopped() {
      out.println("Stopped.");
      out.flush();
    }
  }

  /** For a program: one object for each line. */
  record JsonLines(PrintStream out) implements DatabaseEvents {
    @Override
    public void ready(EmbeddedPostgres server) {
      Map<String, Object> event = new LinkedHashMap<>();
      event.put("event", "ready");
      event.put("url", server.url());
      event.put("user", server.user());
      event.put("pid", server.processId());
      event.put("processId", ProcessHandle.current().pid());
      event.put("directory", server.directory().toString());
      event.put("passwordFile", server.writePasswordFile().toString());
      print(event);
    }

    @Override
    public void stopped() {
      print(Map.of("event", "stopped"));
    }

    private void print(Map<String, Object> event) {
      out.println(Json.text(event));
      out.flush();
    }
  }
}
