package cloakroom.state;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A state compressed with zstd: id of the dictionary, length of the state, and a frame without
 * magic number, checksum and sizes, all of which the envelope has already.
 */
final class CompressedBody {
  private static final int LENGTH_AT = Envelope.SIZE + Integer.BYTES;
  private static final int FRAME_AT = LENGTH_AT + Integer.BYTES;

  private CompressedBody() {}

  /**
   * An envelope's room and a compressed body.
   *
   * @param state an envelope's room and a state behind it, to that size
   * @return null if it would be no smaller
   */
  static byte[] of(byte[] state, int size, SnapshotDictionary dictionary) {
    byte[] into = new byte[FRAME_AT + size + (size >> 8) + 512];
    ZstdCompressCtx context = dictionary.compressor();
    int length;
    try {
      length =
          context.compressByteArray(
              into, FRAME_AT, into.length - FRAME_AT, state, Envelope.SIZE, size - Envelope.SIZE);
    } finally {
      dictionary.giveBack(context);
    }
    if (FRAME_AT + length >= size) {
      return null;
    }
    ByteBuffer.wrap(into)
        .putInt(Envelope.SIZE, dictionary.id())
        .putInt(LENGTH_AT, size - Envelope.SIZE);
    return Arrays.copyOf(into, FRAME_AT + length);
  }

  /** The state alone. Its length is held against the limit before anything is made from it. */
  static byte[] expand(byte[] content, CodecRules rules, SnapshotDictionary known) {
    if (content.length < FRAME_AT) {
      throw new IllegalArgumentException("compressed state without a head");
    }
    ByteBuffer head = ByteBuffer.wrap(content);
    SnapshotDictionary dictionary = known.named(head.getInt(Envelope.SIZE));
    long length = Integer.toUnsignedLong(head.getInt(LENGTH_AT));
    rules.checkExpanded(Envelope.SIZE + length);
    byte[] state = new byte[(int) length];
    int found = expand(content, state, dictionary);
    if (found != length) {
      throw new IllegalArgumentException(
          "compressed state of " + found + " bytes, its head says " + length);
    }
    return state;
  }

  private static int expand(byte[] content, byte[] into, SnapshotDictionary dictionary) {
    ZstdDecompressCtx context = dictionary.expander();
    try {
      return context.decompressByteArray(
          into, 0, into.length, content, FRAME_AT, content.length - FRAME_AT);
    } catch (ZstdException e) {
      throw new IllegalArgumentException(
          "compressed state cannot be expanded: " + e.getMessage(), e);
    } finally {
      dictionary.giveBack(context);
    }
  }
}
