package cloakroom.standin;

import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A stand-in for an Oracle listener: reads what the real driver asks for, keeps it, and does what
 * the test says. It interprets nothing: any service exists and none does.
 */
public final class TnsListener implements AutoCloseable {
  /** Who talks to a client that was let in. */
  interface Sessions {
    void serve(TnsConnection client) throws Exception;
  }

  private final Sessions sessions;
  private final LoopbackServer server;
  private final List<ConnectRequest> requests = new CopyOnWriteArrayList<>();
  private volatile TnsReply reply;

  /** A listener that gives every client this reply. */
  public TnsListener(TnsReply reply) {
    this(reply, TnsConnection::staySilent);
  }

  TnsListener(TnsReply reply, Sessions sessions) {
    this.reply = reply;
    this.sessions = sessions;
    this.server = new LoopbackServer(this::receive);
  }

  /** From now on every client gets this reply. */
  public void answer(TnsReply other) {
    reply = other;
  }

  private void receive(Socket socket) throws Exception {
    TnsConnection client = new TnsConnection(socket);
    requests.add(ConnectRequest.read(client));
    if (reply.give(client)) {
      sessions.serve(client);
    }
  }

  /** The port on 127.0.0.1. */
  public int port() {
    return server.port();
  }

  /** For instance {@code url("/sales:pooled")}. */
  public String url(String afterPort) {
    return "jdbc:oracle:thin:@127.0.0.1:" + port() + afterPort;
  }

  /** What was asked for so far, in order. */
  public List<ConnectRequest> requests() {
    return List.copyOf(requests);
  }

  /** Connections open now. */
  public int clients() {
    return server.clients();
  }

  /** Closes all connections, in the middle of whatever they do; new ones are welcome. */
  public void cut() {
    server.cut();
  }

  /** Ends all sockets and threads, and fails if one of them failed. */
  @Override
  public void close() {
    server.close();
  }
}
