(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("charts-data").textContent);
  const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
  const marks = ["circle", "rect", "triangle", "rectRot", "cross", "crossRot", "star", "rectRounded"];
  const hidden = new Set();
  let charts = [];

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  /** Whether the chart has horizontal rows. */
  function lying(chart) {
    return chart.kind === "BARS" || chart.kind === "DOTS";
  }

  /** The points of a line; a dot is in the row of its label. */
  function points(chart, line) {
    if (chart.kind === "DOTS") {
      return line.points.map(([x, low, high], row) => ({ x, y: chart.labels[row], low, high }));
    }
    return line.points.map(([x, y, low, high]) => (chart.labels.length ? x : { x, y, low, high }));
  }

  // the ninth line has the colour of the first, and another mark
  function mark(number) {
    return marks[(number + Math.floor(number / 8)) % marks.length];
  }

  function hue(line) {
    return colour(line.hue < 0 ? "--soft" : "--hue" + (line.hue % 8));
  }

  /** Marks and colours differ if lines have names, because lines may overlap. */
  function dataset(chart, line) {
    const stroke = hue(line);
    return {
      label: line.label,
      group: line.group,
      data: points(chart, line),
      hidden: hidden.has(line.group),
      yAxisID: line.right ? "right" : "y",
      borderColor: stroke,
      backgroundColor: line.hollow ? "transparent" : stroke,
      borderDash: chart.kind === "BARS" ? [] : dashes[line.dash % dashes.length],
      borderWidth: line.hollow ? (chart.kind === "DOTS" ? 2 : 1.6) : 1.8,
      maxBarThickness: 26,
      grouped: false,
      showLine: chart.kind !== "SCATTER" && chart.kind !== "DOTS",
      pointStyle: chart.kind !== "DOTS" && (chart.legend || chart.kind === "SCATTER") ? mark(Math.max(0, line.hue)) : "circle",
      pointRadius: chart.kind === "DOTS" ? (line.hollow ? 6 : 4) : { CURVES: 0, SCATTER: 7 }[chart.kind] ?? (chart.legend ? 4.5 : 2.5),
      pointHitRadius: 6,
      tension: 0,
      ...(chart.kind === "SCATTER" ? { clip: 12 } : {}),
    };
  }

  function values(chart, part) {
    const all = chart.lines.flatMap((line) => line.points.map((point) => point[chart.labels.length ? 0 : part]));
    return all.filter((value) => Number.isFinite(value));
  }

  /** Only a long tail needs a logarithmic scale, which cannot show 0. */
  function scale(chart, axis, part) {
    if (axis.scale !== "AUTO") {
      return axis.scale === "NINES" ? "logarithmic" : axis.scale.toLowerCase();
    }
    const all = values(chart, part);
    const least = Math.min(...all);
    return least > 0 && Math.max(...all) > 30 * least ? "logarithmic" : "linear";
  }

  function plain(value) {
    return Number(value).toLocaleString("en", { maximumSignificantDigits: 3 });
  }

  /** On a logarithmic axis only powers of ten have a number, unless the axis spans less than two. */
  function powers(value) {
    const power = Math.log10(value);
    const wide = this.max / this.min > 100;
    const first = value / Math.pow(10, Math.floor(power + 1e-9));
    return Math.abs(power - Math.round(power)) < 1e-9 || (!wide && [2, 5].some((each) => Math.abs(first - each) < 1e-6)) ? plain(value) : "";
  }

  /** Converts 1/(1-p) to p in percent. */
  function percentile(value) {
    return Number((100 - 100 / value).toPrecision(8)) + " %";
  }

  /** An axis of percentiles has grid lines at 0 %, 90 %, 99 % and so on. */
  function nines(built) {
    built.ticks = built.ticks.filter((tick) => Math.abs(Math.log10(tick.value) - Math.round(Math.log10(tick.value))) < 1e-9);
  }

  function axis(type, given, more) {
    const ticks = { color: colour("--soft") };
    if (type !== "category") {
      ticks.maxRotation = 0;
    }
    if (type === "logarithmic") {
      ticks.callback = given.scale === "NINES" ? percentile : powers;
    }
    return {
      type,
      title: { display: given.title !== "", text: given.title, color: colour("--soft") },
      ticks,
      grid: { color: colour("--rule") },
      border: { color: colour("--rule") },
      afterBuildTicks: given.scale === "NINES" ? nines : undefined,
      ...more,
    };
  }

  /** Shortens a name on a narrow page in the middle, because names differ at their ends. */
  function shortened(value) {
    const name = this.getLabelForValue(value);
    return this.chart.width < 560 && name.length > 22 ? name.slice(0, 10) + "\u2026" + name.slice(-11) : name;
  }

  function axes(chart) {
    const places = chart.labels.length ? axis("category", chart.x, { offset: lying(chart) || chart.legend }) : axis(scale(chart, chart.x, 0), chart.x);
    const highest = chart.labels.length ? [] : values(chart, 3);
    const sizes = axis(scale(chart, chart.y, 1), chart.y, { beginAtZero: true, suggestedMax: highest.length ? Math.max(...highest) : undefined });
    const scales = lying(chart) ? { x: sizes, y: places } : { x: places, y: sizes };
    if (chart.kind === "DOTS") {
      const all = chart.lines.flatMap((line) => line.points.flat()).filter((value) => value > 0);
      Object.assign(sizes, { suggestedMin: Math.min(...all), suggestedMax: Math.max(...all) });
      Object.assign(places.ticks, { autoSkip: false, callback: shortened });
    }
    if (chart.kind === "CURVES" && scales.x.type === "linear") {
      scales.x.min = 0;
    }
    if (chart.kind === "SCATTER") {
      const across = values(chart, 0);
      const room = { suggestedMin: Math.min(...across) / 1.3, suggestedMax: Math.max(...across) * 1.3 };
      Object.assign(scales.x, scales.x.type === "linear" ? { beginAtZero: true, grace: "5%" } : room);
    }
    if (chart.kind === "POINTS" && scales.x.type === "linear") {
      scales.x.ticks.precision = 0;
    }
    if (chart.lines.some((line) => line.right)) {
      scales.right = axis(scale(chart, chart.y, 1), chart.y, { position: "right", beginAtZero: true, grid: { drawOnChartArea: false } });
    }
    return scales;
  }

  function stroke(ctx, ...corners) {
    ctx.beginPath();
    corners.forEach(([x, y], i) => (i % 2 ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
    ctx.stroke();
  }

  /** The interval of each point that has one. */
  function intervals(drawn, ctx, set, at) {
    drawn.getDatasetMeta(at).data.forEach((mark, i) => {
      const { low, high } = set.data[i];
      if (Number.isFinite(low) && Number.isFinite(high)) {
        if (drawn.options.indexAxis === "y") {
          const [left, right] = [low, high].map((value) => drawn.scales.x.getPixelForValue(value));
          ctx.strokeStyle = set.borderColor;
          stroke(ctx, [left, mark.y], [right, mark.y], [left, mark.y - 4], [left, mark.y + 4], [right, mark.y - 4], [right, mark.y + 4]);
          return;
        }
        const [top, bottom] = [high, low].map((value) => drawn.scales[set.yAxisID].getPixelForValue(value));
        ctx.strokeStyle = set.borderColor;
        stroke(ctx, [mark.x, top], [mark.x, bottom], [mark.x - 5, top], [mark.x + 5, top], [mark.x - 5, bottom], [mark.x + 5, bottom]);
      }
    });
  }

  /** Vertical lines of the x axis, without those of hidden groups; equal neighbouring labels are drawn once. */
  function places(drawn, ctx, chart) {
    const { left, right, top, bottom } = drawn.chartArea;
    const named = [];
    chart.marks.filter((mark) => !hidden.has(mark.group)).forEach((mark) => {
      const x = drawn.scales.x.getPixelForValue(mark.x);
      if (x >= left && x <= right) {
        ctx.strokeStyle = ctx.fillStyle = hue({ hue: mark.group });
        ctx.setLineDash([4, 3]);
        stroke(ctx, [x, top], [x, bottom]);
        ctx.setLineDash([]);
        if (named.some((other) => other.label === mark.label && Math.abs(other.x - x) < 80)) {
          return;
        }
        ctx.textAlign = x > (left + right) / 2 ? "right" : "left";
        ctx.fillText(mark.label, x + (ctx.textAlign === "left" ? 4 : -4), top + 10 + 13 * (named.length % 4));
        named.push({ label: mark.label, x });
      }
    });
  }

  /** Names next to the points of a scatter chart, each at the first free position. */
  function names(drawn, ctx) {
    const { left, right, top, bottom } = drawn.chartArea;
    const points = drawn.data.datasets.map((set, i) => drawn.getDatasetMeta(i).data[0] ?? { x: -99, y: -99 });
    const taken = points.map(({ x, y }) => ({ x: x - 8, y: y - 8, w: 16, h: 16 }));
    drawn.data.datasets.forEach((set, i) => {
      if (!drawn.isDatasetVisible(i)) {
        return;
      }
      const lines = set.label.split("\n");
      const [w, h] = [Math.max(...lines.map((line) => ctx.measureText(line).width)), 14 * lines.length];
      const { x, y } = points[i];
      const around = [0, -1, 1, -2, 2].flatMap((step) => [x + 12, x - 12 - w].map((from) => ({ x: from, y: y - h / 2 + step * h * 0.6, w, h })));
      around.push({ x: x - w / 2, y: y - 12 - h, w, h }, { x: x - w / 2, y: y + 12, w, h });
      const inside = around.map((box) => ({ ...box, x: Math.max(left, Math.min(box.x, right - w)), y: Math.max(top, Math.min(box.y, bottom - h)) }));
      const apart = (box, other) => box.x + w < other.x || other.x + other.w < box.x || box.y + h < other.y || other.y + other.h < box.y;
      const box = inside.find((each) => taken.every((other) => apart(each, other))) ?? inside[0];
      taken.push(box);
      ctx.textAlign = "left";
      lines.forEach((line, n) => {
        ctx.fillStyle = n ? colour("--soft") : set.borderColor;
        ctx.fillText(line, box.x, box.y + 11 + 14 * n);
      });
    });
  }

  /** Draws intervals, marks and names, which Chart.js does not draw. */
  function extras(chart) {
    return {
      id: "extras",
      afterDatasetsDraw(drawn) {
        const ctx = drawn.ctx;
        ctx.save();
        ctx.font = "12px " + getComputedStyle(drawn.canvas).fontFamily;
        ctx.lineWidth = 1.4;
        places(drawn, ctx, chart);
        drawn.data.datasets.forEach((set, i) => drawn.isDatasetVisible(i) && (!chart.labels.length || chart.kind === "DOTS") && intervals(drawn, ctx, set, i));
        if (chart.kind === "SCATTER") {
          names(drawn, ctx);
        }
        ctx.restore();
      },
    };
  }

  function heading(chart) {
    return (items) => (chart.x.scale === "NINES" && items.length ? percentile(items[0].parsed.x) : items.length ? items[0].label : "");
  }

  function draw(chart) {
    const canvas = document.getElementById("chart-" + chart.id);
    const bars = chart.kind === "BARS";
    if (lying(chart)) {
      canvas.parentElement.style.height = 70 + (bars ? 34 : 22) * chart.labels.length + "px";
    }
    return new Chart(canvas, {
      type: bars ? "bar" : "line",
      data: { labels: chart.labels.length ? chart.labels : undefined, datasets: chart.lines.map((line) => dataset(chart, line)) },
      options: {
        animation: false,
        maintainAspectRatio: false,
        indexAxis: lying(chart) ? "y" : "x",
        interaction: { mode: "nearest", axis: lying(chart) ? "y" : chart.kind === "SCATTER" ? "xy" : "x", intersect: false },
        scales: axes(chart),
        plugins: {
          tooltip: { callbacks: { title: heading(chart), label: (item) => item.dataset.label.replace("\n", ", ") + ": " + item.formattedValue } },
          legend: { display: chart.legend && !bars, position: chart.kind === "DOTS" ? "top" : "bottom", labels: { usePointStyle: true, boxHeight: 7, color: colour("--ink") } },
        },
      },
      plugins: [extras(chart)],
    });
  }

  function drawAll() {
    charts.forEach((chart) => chart.destroy());
    charts = data.map(draw);
  }

  document.querySelectorAll(".legend button").forEach((button) => {
    button.addEventListener("click", () => {
      const group = Number(button.dataset.group);
      const show = hidden.delete(group);
      if (!show) {
        hidden.add(group);
      }
      button.setAttribute("aria-pressed", String(show));
      charts.forEach((chart) => {
        chart.data.datasets.forEach((set, i) => chart.setDatasetVisibility(i, !hidden.has(set.group)));
        chart.update();
      });
    });
  });

  /** Marks a table that is wider than its container. */
  function hints() {
    document.querySelectorAll(".scroll").forEach((place) => place.classList.toggle("more", place.scrollWidth > place.clientWidth + 1));
  }

  /** Opens the folds around the target of the address. */
  function reveal() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let place = target; place; place = place.parentElement) {
      if (place.tagName === "DETAILS") {
        place.open = true;
      }
    }
    if (target) {
      target.scrollIntoView();
    }
  }

  /** Printing uses light colours and opens all folds. */
  function print(paper) {
    document.documentElement.classList.toggle("paper", paper);
    document.querySelectorAll(paper ? "details:not([open])" : "details[data-folded]").forEach((fold) => {
      fold.toggleAttribute("data-folded", paper);
      fold.open = paper;
    });
    drawAll();
  }

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  addEventListener("hashchange", reveal);
  addEventListener("resize", hints);
  document.addEventListener("toggle", hints, true);
  drawAll();
  hints();
  reveal();
})();
