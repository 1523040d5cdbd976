package cloakroom.state;

import com.github.luben.zstd.ZstdDictTrainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Made {@code cloakroom/state/general.dict}, and can make it again. A new dictionary has a new id:
 * what was written with the old one cannot be read with it.
 */
final class DictionaryTrainer {
  private static final int SESSIONS = 3_000;
  private static final int BYTES = 4_096;

  private DictionaryTrainer() {}

  /** Writes the dictionary to the file that is named. */
  public static void main(String[] args) throws IOException {
    ZstdDictTrainer trainer = new ZstdDictTrainer(64 << 20, BYTES);
    for (int seed = 0; seed < SESSIONS; seed++) {
      trainer.addSample(state(TrainingStates.of(seed)));
    }
    Files.write(Path.of(args[0]), trainer.trainSamples());
  }

  private static byte[] state(Snapshot snapshot) {
    byte[] content = SnapshotCodecs.BINARY.encode(snapshot);
    return Arrays.copyOfRange(content, Envelope.SIZE, content.length);
  }
}
