package cloakroom.stress.judge;

import cloakroom.stress.folder.TrialSamples;
import java.util.Arrays;

/**
 * When response times were as before a fault: the 95th percentile of each second no higher than in
 * 95 % of the seconds before, and no request failed, for three seconds with requests in a row.
 */
record Recovery(TrialSamples samples, double seconds) {
  private static final int SECONDS_BEFORE = 5;
  private static final int IN_A_ROW = 3;
  private static final double PART = 0.95;

  /**
   * Seconds from the beginning of the first fault; 0 if nothing was to be seen of it, not a number
   * if it did not come to that, or too little was measured before.
   */
  double after(double first, double last) {
    double[] p95 = new double[(int) Math.max(1, Math.ceil(seconds))];
    Arrays.setAll(p95, samples.response()::p95);
    double[] before =
        Arrays.stream(p95, 0, Math.min((int) first, p95.length))
            .filter(p -> !Double.isNaN(p))
            .sorted()
            .toArray();
    if (before.length < SECONDS_BEFORE) {
      return Double.NaN;
    }
    double most = before[(int) Math.ceil(PART * before.length) - 1];
    boolean seen = false;
    int good = 0;
    double back = first;
    for (int second = (int) first; second < p95.length; second++) {
      if (!Double.isNaN(p95[second])) {
        boolean bad = p95[second] > most || samples.outages().failedIn(second);
        seen |= bad;
        back = good == 0 && seen ? second : back;
        good = bad ? 0 : good + 1;
        // until the faults are over a second that is good by chance is no recovery
        if (good >= IN_A_ROW && second + 1 >= last + IN_A_ROW) {
          return back - first;
        }
      }
    }
    return Double.NaN;
  }
}
