package cloakroom.state;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictContentType;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.util.Native;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.zip.CRC32C;

/**
 * What both sides of a compressed snapshot know beforehand. Its id is a checksum of its content, so
 * two nodes that have a dictionary of one id have the same dictionary. The native library is loaded
 * at the first use, not before.
 */
public final class SnapshotDictionary {
  private static final int LEVEL = 3;
  private static final int CONTEXTS = 2 * Runtime.getRuntime().availableProcessors();

  /** Trained on the sessions of invented applications; see docs/snapshot-format.md. */
  public static final SnapshotDictionary GENERAL =
      new SnapshotDictionary(resource("general.dict"), null);

  private final byte[] content;
  private final int id;

  /** Another dictionary that its users read, or null. */
  private final SnapshotDictionary other;

  private final Queue<ZstdCompressCtx> compressors = new ArrayBlockingQueue<>(CONTEXTS);
  private final Queue<ZstdDecompressCtx> expanders = new ArrayBlockingQueue<>(CONTEXTS);
  private ZstdDictCompress forCompressors;
  private ZstdDictDecompress forExpanders;

  private SnapshotDictionary(byte[] content, SnapshotDictionary other) {
    this.content = content;
    this.other = other;
    CRC32C crc = new CRC32C();
    crc.update(content);
    this.id = (int) crc.getValue();
  }

  /**
   * The dictionary of one module: the general one, and behind it what the module's definition says.
   * Nodes with the same definition have the same dictionary; another definition is another one.
   *
   * @param blank what the binary codec makes of a session of the module with every view object and
   *     a row of every entity, all of them without values
   */
  static SnapshotDictionary ofModule(byte[] blank) {
    int length = blank.length - Envelope.SIZE;
    byte[] general = GENERAL.content;
    byte[] both = Arrays.copyOf(general, general.length + length);
    System.arraycopy(blank, Envelope.SIZE, both, general.length, length);
    return new SnapshotDictionary(both, GENERAL);
  }

  private static byte[] resource(String name) {
    try (InputStream in = SnapshotDictionary.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A checksum of the content. */
  int id() {
    return id;
  }

  /**
   * This one or the other that its users read.
   *
   * @throws IllegalArgumentException if neither has that id
   */
  SnapshotDictionary named(int id) {
    if (id == this.id) {
      return this;
    }
    if (other != null) {
      return other.named(id);
    }
    throw new IllegalArgumentException(
        "it needs dictionary " + HexFormat.of().toHexDigits(id) + ", which is unknown here");
  }

  /**
   * Loads the native library, if that has not happened.
   *
   * @throws IllegalArgumentException in one line, if this machine has none
   */
  static void requireLibrary() {
    try {
      Native.load();
    } catch (UnsatisfiedLinkError | ExceptionInInitializerError | NoClassDefFoundError e) {
      throw new IllegalArgumentException(
          "zstd cannot be used on this machine ("
              + System.getProperty("os.name")
              + " "
              + System.getProperty("os.arch")
              + "): its native library cannot be loaded",
          e);
    }
  }

  /** One for this call alone; to be given back. */
  ZstdCompressCtx compressor() {
    ZstdCompressCtx free = compressors.poll();
    if (free != null) {
      return free;
    }
    load();
    return new ZstdCompressCtx()
        .setMagicless(true)
        .setContentSize(false)
        .setDictID(false)
        .setChecksum(false)
        .loadDict(forCompressors);
  }

  /** One for this call alone; to be given back. */
  ZstdDecompressCtx expander() {
    ZstdDecompressCtx free = expanders.poll();
    if (free != null) {
      return free;
    }
    load();
    return new ZstdDecompressCtx().setMagicless(true).loadDict(forExpanders);
  }

  private synchronized void load() {
    if (forExpanders == null) {
      requireLibrary();
      forCompressors = new ZstdDictCompress(content, LEVEL, ZstdDictContentType.AUTO);
      forExpanders = new ZstdDictDecompress(content);
    }
  }

  void giveBack(ZstdCompressCtx context) {
    if (!compressors.offer(context)) {
      context.close();
    }
  }

  void giveBack(ZstdDecompressCtx context) {
    if (!expanders.offer(context)) {
      context.close();
    }
  }
}
