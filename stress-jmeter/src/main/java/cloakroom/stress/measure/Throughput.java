package cloakroom.stress.measure;

import java.nio.file.Path;

/**
 * How fast a load went by its JTL file alone, whoever wrote it.
 *
 * @param requests requests in all
 * @param failed those of them that failed
 * @param counted requests that began after the time that is left out
 * @param seconds from there to the end of the last request
 */
public record Throughput(long requests, long failed, long counted, double seconds) {
  private static final String TRANSACTION = "Number of samples in transaction";

  /** Requests per second, without the time that is left out. */
  public double perSecond() {
    return counted / seconds;
  }

  /**
   * Reads a file that JMeter or the load engine wrote.
   *
   * @param leftOut milliseconds at the beginning, in which the generator is not warm yet
   * @throws RunFolderException with one line when the file is missing or corrupt, or holds nothing
   *     after that time
   */
  public static Throughput of(Path jtl, long leftOut) {
    Rows rows = new Rows();
    CsvTable.read(jtl, jtl.toString(), false, rows::note);
    rows.from += leftOut;
    CsvTable.read(jtl, jtl.toString(), false, rows::count);
    if (rows.counted == 0 || rows.end <= rows.from) {
      throw new RunFolderException(
          "%s holds no request after its first %d ms".formatted(jtl, leftOut));
    }
    return new Throughput(
        rows.requests, rows.failed, rows.counted, (rows.end - rows.from) / 1000.0);
  }

  /** Read twice: rows stand in the order of their ends, so the first one need not begin first. */
  private static final class Rows {
    private long from = Long.MAX_VALUE;
    private long end;
    private long requests;
    private long failed;
    private long counted;

    void note(CsvTable row) {
      long start = row.whole(row.column("timeStamp"));
      from = Math.min(from, start);
      end = Math.max(end, start + row.duration(row.column("elapsed")));
    }

    void count(CsvTable row) {
      if (row.text(row.column("responseMessage")).startsWith(TRANSACTION)) {
        return;
      }
      requests++;
      failed += Boolean.parseBoolean(row.text(row.column("success"))) ? 0 : 1;
      counted += row.whole(row.column("timeStamp")) >= from ? 1 : 0;
    }
  }
}
