package cloakroom.stress.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import cloakroom.contract.NodeReport;
import cloakroom.platform.MachineTime;
import cloakroom.stress.folder.TimeSeries.SeriesColumn;
import cloakroom.stress.load.Tick;
import cloakroom.stress.monitor.CpuMeter.CpuReading;
import cloakroom.stress.monitor.SeriesRecorder.Machine;
import cloakroom.stress.monitor.SeriesRecorder.SeriesRow;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesRecorderTest {
  private static final Tick TICK =
      new Tick(9, "measured", 10, 4, 1, 2.5, 7, 3, 1.25, 8, 0.5, 6, Map.of());
  private static final CpuReading CPU = new CpuReading(1.5, 2, Double.NaN, Double.NaN);
  private static final Machine UNTOLD = new Machine(Optional.empty(), Double.NaN);

  @TempDir private Path folder;

  private static NodeReport tier() throws Exception {
    return new ObjectMapper()
        .readValue(
            """
            {"gauges":{"instances":5,"busy":2,"referenced":3,"free":0,"connectionsInUse":2,
              "connectionsHeld":1,"connectionsOpen":9},
             "counters":{"logicalPassivations":11,"snapshotWrites":12,"snapshotReads":13,
              "activations":14,"recycles":15,"leaseMicros":16}}
            """,
            NodeReport.class);
  }

  @Test
  void header_isTheContract() {
    assertThat(SeriesColumn.HEADER)
        .isEqualTo(
            "epochMs,elapsedSeconds,phase,requests,transactions,errors,meanMs,activeUsers,"
                + "instances,busy,referenced,free,connectionsInUse,connectionsHeld,connectionsOpen,"
                + "databaseConnections,databaseActive,databaseIdleInTransaction,"
                + "logicalPassivations,snapshotWrites,snapshotReads,activations,recycles,"
                + "cpuGenerator,cpuTier,cpuDatabase,gcGeneratorMs,lagP95Ms,leaseMicros,"
                + "cpuRelay,cpuRunner,cpuMachine,cpuSteal,processors");
  }

  @Test
  void row_holdsEverySourceInTheOrderOfTheHeader() throws Exception {
    SeriesRow row =
        new SeriesRow(
            1000,
            TICK,
            Optional.of(tier()),
            Optional.of(new DatabaseMonitor.Activity(6, 4, 1)),
            CPU,
            new Machine(Optional.of(new MachineTime(77.5, 0.25, 2)), 0.75));

    assertThat(row.csv(-1000))
        .isEqualTo(
            "1000,2.000,measured,10,4,1,2.500,3,5,2,3,0,2,1,9,6,4,1,11,12,13,14,15,"
                + "1.500,2.000,,8,0.500,16,,0.750,77.500,0.250,2");
  }

  @Test
  void sourceThatDoesNotAnswer_leavesItsCellsEmpty() {
    SeriesRow row = new SeriesRow(1000, TICK, Optional.empty(), Optional.empty(), CPU, UNTOLD);

    assertThat(row.csv(-1000))
        .isEqualTo("1000,2.000,measured,10,4,1,2.500,3,,,,,,,,,,,,,,,,1.500,2.000,,8,0.500,,,,,,");
    assertThat(row.csv(0).split(",", -1)).hasSameSizeAs(SeriesColumn.HEADER.split(",", -1));
  }

  /** A source that fails costs a row and not the series. */
  @Test
  void sampler_writesRowsUntilItIsClosed_andNotesTheFirstThatFails() throws Exception {
    List<String> notes = new ArrayList<>();
    List<Long> told = new CopyOnWriteArrayList<>();
    CountDownLatch failing = new CountDownLatch(2);
    CountDownLatch three = new CountDownLatch(3);
    List<SeriesRow> seen = new CopyOnWriteArrayList<>();
    Path file = folder.resolve("series.csv");
    LongConsumer server =
        at -> {
          if (failing.getCount() > 0) {
            failing.countDown();
            throw new IllegalStateException("fails " + failing.getCount());
          }
          told.add(at);
        };
    SeriesRecorder sampler =
        new SeriesRecorder(file, rows(three, server), seen::add, notes::add, 5);
    try (sampler) {
      three.await();
    }
    assertThat(notes)
        .containsExactly("series.csv: a sample failed: IllegalStateException: fails 1");
    assertThat(sampler.failures())
        .isEqualTo("failed samples: 2, the first: IllegalStateException: fails 1");

    List<String> rows = Files.readAllLines(file);
    assertThat(rows.get(0)).isEqualTo(SeriesColumn.HEADER);
    assertThat(rows.get(1)).contains(",measured,");
    List<Long> written =
        rows.stream().skip(1).map(row -> Long.valueOf(row.substring(0, row.indexOf(',')))).toList();
    assertThat(written).hasSizeGreaterThanOrEqualTo(2);
    assertThat(seen).extracting(SeriesRow::epochMs).isEqualTo(written);
    assertThat(told).startsWith(written.toArray(Long[]::new));
  }

  private static LongFunction<SeriesRow> rows(CountDownLatch taken, LongConsumer server) {
    return now -> {
      server.accept(now);
      taken.countDown();
      return new SeriesRow(now, TICK, Optional.empty(), Optional.empty(), CPU, UNTOLD);
    };
  }

  @Test
  void fullDisk_isNamedWithTheFile() {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();

    LongFunction<SeriesRow> any = rows(new CountDownLatch(1), at -> {});
    assertThatThrownBy(() -> new SeriesRecorder(full, any, row -> {}, note -> {}, 5))
        .isInstanceOf(StressFailure.class)
        .hasMessage("cannot write /dev/full: No space left on device");
  }
}
