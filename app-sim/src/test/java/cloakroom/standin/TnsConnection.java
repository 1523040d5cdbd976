package cloakroom.standin;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The server's end of an Oracle Net connection: packets of 8 bytes header (length, type, flags) and
 * a body. The length has 2 bytes until ACCEPT, 4 after it.
 */
public final class TnsConnection {
  static final int CONNECT = 1;
  static final int ACCEPT = 2;
  static final int REFUSE = 4;
  static final int REDIRECT = 5;
  static final int DATA = 6;

  /** Bytes of header, and of the flags that open a DATA packet's body. */
  static final int HEADER = 8;

  static final int DATA_FLAGS = 2;

  private static final int SDU = 8192;
  private static final int TDU = 65535;

  /** Below the version whose drivers want fast authentication and markers at the end of replies. */
  private static final int VERSION = 317;

  private static final int LITTLE_ENDIAN = 1;
  private static final int NO_ENCRYPTION = 4;

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private boolean accepted;

  TnsConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    this.out = socket.getOutputStream();
  }

  /** The next packet, header included. */
  byte[] read() throws IOException {
    byte[] header = new byte[HEADER];
    in.readFully(header);
    ByteBuffer fields = ByteBuffer.wrap(header);
    int length = accepted ? fields.getInt() : Short.toUnsignedInt(fields.getShort());
    byte[] packet = Arrays.copyOf(header, length);
    in.readFully(packet, HEADER, length - HEADER);
    return packet;
  }

  static int type(byte[] packet) {
    return packet[4];
  }

  void write(int type, byte[] body) throws IOException {
    int length = HEADER + body.length;
    ByteBuffer packet = ByteBuffer.allocate(length);
    if (accepted) {
      packet.putInt(length);
    } else {
      packet.putShort((short) length).putShort((short) 0);
    }
    out.write(packet.put((byte) type).put(new byte[3]).put(body).array());
    out.flush();
  }

  /** Sends a message in as many DATA packets as it takes. */
  void writeData(byte[] message) throws IOException {
    int most = SDU - HEADER - DATA_FLAGS;
    for (int from = 0; from < message.length; from += most) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      body.writeBytes(new byte[DATA_FLAGS]);
      body.write(message, from, Math.min(most, message.length - from));
      write(DATA, body.toByteArray());
    }
  }

  /** Takes the client in; from here on packets have long lengths. */
  void accept() throws IOException {
    ByteBuffer body = ByteBuffer.allocate(37);
    body.putShort((short) VERSION).putShort((short) 0).putShort((short) SDU);
    body.putShort((short) TDU).putShort((short) LITTLE_ENDIAN);
    body.putShort((short) 0).putShort((short) (HEADER + body.capacity()));
    body.put((byte) NO_ENCRYPTION).put((byte) NO_ENCRYPTION).put(new byte[8]);
    body.putInt(SDU).putInt(TDU);
    write(ACCEPT, body.array());
    accepted = true;
  }

  /** Says nothing until the client leaves. */
  void staySilent() throws IOException {
    in.transferTo(OutputStream.nullOutputStream());
  }

  void hangUp() throws IOException {
    socket.close();
  }
}
