package cloakroom.state;

import cloakroom.contract.Resources;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictContentType;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.util.Native;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.zip.CRC32C;

/**
 * What both sides of a compressed snapshot know beforehand. Its id is a checksum of its content, so
 * two nodes that have a dictionary of one id have the same dictionary. The native library is loaded
 * at the first use, not before.
 *
 * <p>A compressed state is the dictionary's id, the state's length, and a frame without magic
 * number, checksum and sizes, all of which the envelope has already.
 */
final class SnapshotDictionary {
  private static final int LEVEL = 3;
  private static final int CONTEXTS = 2 * Runtime.getRuntime().availableProcessors();
  private static final int HEAD = 2 * Integer.BYTES;

  /** Trained on the sessions of invented applications; see docs/snapshot-format.md. */
  static final SnapshotDictionary GENERAL =
      new SnapshotDictionary(Resources.bytes("cloakroom/state/general.dict"), null);

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
   * @param blank state of a session of the module with every view object and a row of every entity,
   *     all of them without values, to that length
   */
  static SnapshotDictionary ofModule(byte[] blank, int length) {
    byte[] general = GENERAL.content;
    byte[] both = Arrays.copyOf(general, general.length + length);
    System.arraycopy(blank, 0, both, general.length, length);
    return new SnapshotDictionary(both, GENERAL);
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
          "zstd cannot be used on this machine (%s %s): its native library cannot be loaded"
              .formatted(System.getProperty("os.name"), System.getProperty("os.arch")),
          e);
    }
  }

  private synchronized void load() {
    if (forExpanders == null) {
      requireLibrary();
      forCompressors = new ZstdDictCompress(content, LEVEL, ZstdDictContentType.AUTO);
      forExpanders = new ZstdDictDecompress(content);
    }
  }

  /**
   * Compresses what lies between two offsets.
   *
   * @return an array with as much room in front as there is in the given one; null if it would be
   *     no smaller
   */
  byte[] compress(byte[] state, int from, int end) {
    int frameAt = from + HEAD;
    byte[] into = new byte[frameAt + end + (end >> 8) + 512];
    ZstdCompressCtx context = compressor();
    int length;
    try {
      length =
          context.compressByteArray(into, frameAt, into.length - frameAt, state, from, end - from);
    } finally {
      if (!compressors.offer(context)) {
        context.close();
      }
    }
    if (frameAt + length >= end) {
      return null;
    }
    ByteBuffer.wrap(into).putInt(from, id).putInt(from + Integer.BYTES, end - from);
    return Arrays.copyOf(into, frameAt + length);
  }

  private ZstdCompressCtx compressor() {
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

  /**
   * The state that was compressed with this dictionary, or the other that its users read, and lies
   * behind an offset. Its length is held against the limit before anything is made from it.
   *
   * @throws IllegalArgumentException if it is damaged, or needs a dictionary that is unknown here
   */
  byte[] expand(byte[] content, int from, CodecRules rules) {
    if (content.length < from + HEAD) {
      throw new IllegalArgumentException("compressed state without a head");
    }
    ByteBuffer head = ByteBuffer.wrap(content, from, HEAD);
    SnapshotDictionary needed = named(head.getInt());
    long length = Integer.toUnsignedLong(head.getInt());
    rules.checkExpanded(from + length);
    byte[] state = new byte[(int) length];
    int found = needed.expand(content, from + HEAD, state);
    if (found != length) {
      throw new IllegalArgumentException(
          "compressed state of " + found + " bytes, its head says " + length);
    }
    return state;
  }

  private SnapshotDictionary named(int id) {
    if (id == this.id) {
      return this;
    }
    if (other != null) {
      return other.named(id);
    }
    throw new IllegalArgumentException(
        "it needs dictionary " + HexFormat.of().toHexDigits(id) + ", which is unknown here");
  }

  private int expand(byte[] content, int frameAt, byte[] into) {
    ZstdDecompressCtx free = expanders.poll();
    ZstdDecompressCtx context = free != null ? free : newExpander();
    try {
      return context.decompressByteArray(
          into, 0, into.length, content, frameAt, content.length - frameAt);
    } catch (ZstdException e) {
      throw new IllegalArgumentException(
          "compressed state cannot be expanded: " + e.getMessage(), e);
    } finally {
      if (!expanders.offer(context)) {
        context.close();
      }
    }
  }

  private ZstdDecompressCtx newExpander() {
    load();
    return new ZstdDecompressCtx().setMagicless(true).loadDict(forExpanders);
  }
}
