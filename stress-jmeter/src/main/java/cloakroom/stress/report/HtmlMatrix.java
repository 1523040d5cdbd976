package cloakroom.stress.report;

import cloakroom.stress.measure.Fate;
import cloakroom.stress.measure.Fates;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.StateKind;
import cloakroom.stress.measure.VariantSummary;
import cloakroom.stress.report.Html.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The matrix of variants and state kinds. Each cell says in words and percents what happened, so
 * that it can be read without its colours; the counts show when the pointer rests on it.
 */
final class HtmlMatrix {
  static final String TITLE = "What a session finds again";

  private final Html html;
  private final Matrix matrix;

  private HtmlMatrix(Html html, Matrix matrix) {
    this.html = html;
    this.matrix = matrix;
  }

  static void print(Html html, RunSummary run) {
    if (!run.probed()) {
      return;
    }
    html.section("matrix", TITLE)
        .paragraph(
            "A probe writes a value that only its session knows to one kind of state, makes another"
                + " request, and reads the value back; the verdict is the client's. The trials of a "
                + Words.noun(run)
                + " are added up.");
    HtmlMatrix printer = new HtmlMatrix(html, new Matrix(run));
    if (printer.matrix.shown()) {
      printer.legend();
      printer.table();
    }
    printer.words();
    if (printer.matrix.shown()) {
      printer.counts();
    }
    html.close("section");
    HtmlLosses.print(html, run);
  }

  private void legend() {
    html.open("ul", "fates");
    for (Fate fate : Fate.values()) {
      html.open("li", "").element("strong", "fate " + fate.key(), fate.key());
      html.text(" " + fate.meaning()).close("li");
    }
    html.close("ul");
  }

  private void table() {
    html.raw("<div class=\"scroll\" tabindex=\"0\"><table class=\"matrix\">\n<thead><tr>");
    html.element("th scope=\"col\"", "", Words.noun(matrix.run()));
    matrix.kinds().forEach(kind -> html.element("th scope=\"col\"", "", kind.label()));
    matrix.costs().forEach(metric -> html.element("th scope=\"col\"", "number", heading(metric)));
    html.raw("</tr></thead>\n<tbody>\n");
    String policy = "";
    for (VariantSummary variant : matrix.variants()) {
      boolean same = variant.variant().policy().equals(policy);
      policy = variant.variant().policy();
      html.open("tr", same ? "" : "first").element("th scope=\"row\"", "policy", variant.name());
      matrix.kinds().forEach(kind -> cell(variant.stateKinds().of(kind), variant, kind));
      matrix.costs().forEach(metric -> html.element("td", "number", figure(variant, metric)));
      html.close("tr");
    }
    html.closeTable();
  }

  private static String heading(Metric metric) {
    return switch (metric.name()) {
      case "cleanings.count" -> "hygiene: cleanings";
      case "cleanings.microsEach" -> "µs each";
      default -> metric.heading();
    };
  }

  private static String figure(VariantSummary variant, Metric metric) {
    return new Figures(variant).mean(metric);
  }

  private void cell(Fates fates, VariantSummary variant, StateKind kind) {
    if (fates.probes() == 0) {
      html.element("td", "fate", "–");
      return;
    }
    String title = variant.name() + ", " + kind.label() + ": " + Share.counts(fates);
    html.raw("<td class=\"fate " + worst(fates).key() + "\" title=\"" + Html.escape(title))
        .raw("\" style=\"" + bar(fates) + "\">");
    for (Fate fate : Fate.values()) {
      if (fates.of(fate) > 0) {
        html.raw("<span>").text(fate.key() + " ").raw("<b>");
        html.text(Share.percent(fates.share(fate))).raw("</b></span>");
      }
    }
    html.raw("</td>");
  }

  /** One leaked or lost value marks the whole cell; kept and refused ones go by their number. */
  private static Fate worst(Fates fates) {
    if (fates.of(Fate.LEAKED) > 0) {
      return Fate.LEAKED;
    }
    if (fates.of(Fate.LOST) > 0) {
      return Fate.LOST;
    }
    return fates.of(Fate.REFUSED) > fates.of(Fate.KEPT) ? Fate.REFUSED : Fate.KEPT;
  }

  /** A strip along the bottom of the cell, divided as the probes were. */
  private static String bar(Fates fates) {
    StringBuilder stops = new StringBuilder();
    double from = 0;
    for (Fate fate : Fate.values()) {
      double to = from + fates.share(fate) * 100;
      if (to > from) {
        stops.append(String.format(Locale.ROOT, ",var(--%s) %.2f%% %.2f%%", fate.key(), from, to));
      }
      from = to;
    }
    return "background-image:linear-gradient(to right" + stops + ")";
  }

  private void words() {
    html.open("ul", "words");
    MatrixWords.lines(matrix.run()).forEach(line -> html.element("li", "", line));
    html.close("ul");
  }

  private void counts() {
    List<Cell> heading = new ArrayList<>();
    heading.add(Cell.of(Words.noun(matrix.run())));
    heading.add(Cell.of("state kind"));
    heading.add(Cell.number("probes"));
    for (Fate fate : Fate.values()) {
      heading.add(Cell.number(fate.key()));
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (VariantSummary variant : matrix.variants()) {
      matrix.kinds().forEach(kind -> rows.add(counts(variant, kind)));
    }
    html.details("Counts", false).table(heading, rows).close("details");
  }

  private static List<Cell> counts(VariantSummary variant, StateKind kind) {
    Fates fates = variant.stateKinds().of(kind);
    List<Cell> row = new ArrayList<>();
    row.add(Cell.of(variant.name()));
    row.add(Cell.of(kind.label()));
    row.add(Cell.number(Share.number(fates.probes())));
    for (Fate fate : Fate.values()) {
      String percent = fates.of(fate) == 0 ? "" : Share.percent(fates.share(fate));
      row.add(new Cell(Share.number(fates.of(fate)), percent, "number"));
    }
    return row;
  }
}
