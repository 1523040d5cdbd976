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
 * whoever has a dictionary of that id has the same one, on whichever node and in whichever version.
 * The native library is loaded at the first use, not before.
 */
public final class SnapshotDictionary {
  private static final int LEVEL = 3;
  private static final int CONTEXTS = 2 * Runtime.getRuntime().availableProcessors();

  /** As {@link #GENERAL}, in format version 2; only read. */
  private static final SnapshotDictionary EARLIER =
      new SnapshotDictionary(resource("general-2.dict"));

  /** Trained on the sessions of invented applications; see docs/snapshot-format.md. */
  public static final SnapshotDictionary GENERAL =
      new SnapshotDictionary(resource("general-3.dict"), EARLIER);

  private final byte[] content;
  private final int id;

  /** With which other dictionaries snapshots may have been written that its users read. */
  private final SnapshotDictionary[] others;

  private final Queue<ZstdCompressCtx> compressors = new ArrayBlockingQueue<>(CONTEXTS);
  private final Queue<ZstdDecompressCtx> expanders = new ArrayBlockingQueue<>(CONTEXTS);
  private ZstdDictCompress forCompressors;
  private ZstdDictDecompress forExpanders;

  private SnapshotDictionary(byte[] content, SnapshotDictionary... others) {
    this.content = content;
    this.others = others;
    CRC32C crc = new CRC32C();
    crc.update(content);
    this.id = (int) crc.getValue();
  }

  /**
   * The dictionary of one module: the general one, and behind it what the module's definition says.
   * Nodes with the same definition have the same dictionary; another definition is another one.
   *
   * @param blank a session of the module with every view object and a row of every entity, all of
   *     them without values
   */
  public static SnapshotDictionary ofModule(Snapshot blank) {
    byte[] names = SnapshotCodecs.BINARY.encode(blank); // without values the same as in version 2
    SnapshotDictionary earlier = new SnapshotDictionary(EARLIER.contentAnd(names));
    return new SnapshotDictionary(GENERAL.contentAnd(names), GENERAL, earlier, EARLIER);
  }

  private byte[] contentAnd(byte[] names) {
    int length = names.length - Envelope.SIZE;
    byte[] both = Arrays.copyOf(content, content.length + length);
    System.arraycopy(names, Envelope.SIZE, both, content.length, length);
    return both;
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
   * This one or another that its users read.
   *
   * @throws IllegalArgumentException if none of them has that id
   */
  SnapshotDictionary named(int id) {
    if (id == this.id) {
      return this;
    }
    for (SnapshotDictionary other : others) {
      if (id == other.id) {
        return other;
      }
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
