package cloakroom.state;

import java.io.ByteArrayOutputStream;
import java.util.zip.CRC32C;

/** An output in memory that stops at a codec's limit. */
final class LimitedBytes extends ByteArrayOutputStream {
  private final CodecRules rules;

  LimitedBytes(int expectedSize, CodecRules rules) {
    super(expectedSize);
    this.rules = rules;
  }

  @Override
  public synchronized void write(int b) {
    rules.checkWritten(count + 1L);
    super.write(b);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    rules.checkWritten(count + (long) length);
    super.write(bytes, from, length);
  }

  /** CRC32C of what was written from an offset on. */
  synchronized int checksum(int from) {
    CRC32C crc = new CRC32C();
    crc.update(buf, from, count - from);
    return (int) crc.getValue();
  }

  /** A head, and after it what was written from an offset on. */
  synchronized byte[] after(byte[] head, int from) {
    rules.checkWritten(head.length + (long) count - from);
    byte[] all = new byte[head.length + count - from];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(buf, from, all, head.length, count - from);
    return all;
  }
}
