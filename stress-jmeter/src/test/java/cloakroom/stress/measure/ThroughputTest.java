package cloakroom.stress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThroughputTest {
  @TempDir private Path folder;

  private Path jtl(String... rows) throws IOException {
    return Files.writeString(
        folder.resolve("samples.jtl"),
        "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success\n"
            + String.join("\n", rows)
            + "\n");
  }

  @Test
  void throughput_countsRequestsFromTheTimeLeftOutToTheLastEnd() throws IOException {
    Path file =
        jtl(
            "5500,100,open,200,OK,users 1-2,true",
            "5000,900,open,200,OK,users 1-1,true",
            "6000,10,change,200,OK,users 1-1,true",
            "6000,10,both,200,\"Number of samples in transaction : 1, number of failing\",u,true",
            "7000,1000,commit,500,No,users 1-1,false");

    Throughput throughput = Throughput.of(file, 1_000);
    assertThat(throughput).isEqualTo(new Throughput(4, 1, 2, 2));
    assertThat(throughput.perSecond()).isEqualTo(1);
  }

  @Test
  void fileThatEndsTooSoon_isRefusedInOneLine() throws IOException {
    Path file = jtl("5000,900,open,200,OK,users 1-1,true");

    assertThatThrownBy(() -> Throughput.of(file, 1_000))
        .isInstanceOf(RunFolderException.class)
        .hasMessage(file + " holds no request after its first 1000 ms");
  }
}
