package cloakroom.passivation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * One snapshot as a file: 8 bytes that tell what it is, then the session's version (8 bytes), the
 * content's length (4) and check sum (4, CRC-32C), then the content. A file that is cut short, or
 * that a crash filled with zeros, is told from a whole one.
 */
final class SnapshotFile {
  private static final long MAGIC = 0x434C_4F41_4B53_4E31L; // CLOAKSN1
  private static final int HEADER = 24;

  private final long version;
  private final byte[] content;

  SnapshotFile(long version, byte[] content) {
    this.version = version;
    this.content = content;
  }

  byte[] content() {
    return content;
  }

  /** Writes a new file. */
  void write(Path path, boolean fsync) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER);
    header.putLong(MAGIC).putLong(version).putInt(content.length).putInt(sum(content)).flip();
    ByteBuffer[] all = {header, ByteBuffer.wrap(content)};
    try (FileChannel file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      while (all[1].hasRemaining()) {
        file.write(all);
      }
      if (fsync) {
        file.force(true);
      }
    }
  }

  /**
   * The whole snapshot; empty if the file is damaged. Read through one open file, so that a
   * replacement meanwhile does no harm.
   */
  static Optional<SnapshotFile> read(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer header = fill(file, ByteBuffer.allocate(HEADER));
      if (header.remaining() < HEADER || header.getLong() != MAGIC) {
        return Optional.empty();
      }
      long version = header.getLong();
      int length = header.getInt();
      if (version < 0 || length != file.size() - HEADER) {
        return Optional.empty();
      }
      byte[] content = new byte[length];
      fill(file, ByteBuffer.wrap(content));
      return sum(content) == header.getInt()
          ? Optional.of(new SnapshotFile(version, content))
          : Optional.empty();
    }
  }

  /** The version in the file's header, -1 if the file is damaged there. */
  static long versionOf(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer header = fill(file, ByteBuffer.allocate(HEADER));
      return header.remaining() < HEADER || header.getLong() != MAGIC ? -1 : header.getLong();
    }
  }

  private static ByteBuffer fill(FileChannel file, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining() && file.read(buffer) >= 0) {
      // the system may give less than asked for
    }
    return buffer.flip();
  }

  private static int sum(byte[] content) {
    CRC32C sum = new CRC32C();
    sum.update(content);
    return (int) sum.getValue();
  }
}
