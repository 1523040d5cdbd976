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

  function hue(line) {
    return colour(line.hue < 0 ? "--soft" : "--hue" + (line.hue % 8));
  }

  /** Marks differ as well as colours where a line has its own name, for lines that lie on each other. */
  function dataset(chart, line) {
    const stroke = hue(line);
    return {
      label: line.label,
      group: line.group,
      data: chart.labels.length ? line.points : line.points.map(([x, y]) => ({ x, y })),
      hidden: hidden.has(line.group),
      yAxisID: line.right ? "right" : "y",
      borderColor: stroke,
      backgroundColor: line.hollow ? "transparent" : stroke,
      borderDash: chart.kind === "BARS" ? [] : dashes[line.dash % dashes.length],
      borderWidth: line.hollow ? 1.6 : 1.8,
      maxBarThickness: 26,
      grouped: false,
      pointStyle: chart.legend ? marks[Math.max(0, line.hue) % marks.length] : "circle",
      pointRadius: chart.kind === "CURVES" ? 0 : chart.legend ? 4.5 : 2.5,
      pointHitRadius: 6,
      tension: 0,
    };
  }

  function values(chart) {
    const all = chart.lines.flatMap((line) => (chart.labels.length ? line.points : line.points.map((point) => point[1])));
    return all.filter((value) => value > 0);
  }

  /** Only a long tail needs a logarithmic scale. */
  function scale(chart, axis) {
    if (axis.scale !== "AUTO") {
      return axis.scale.toLowerCase();
    }
    return Math.max(...values(chart)) > 30 * Math.min(...values(chart)) ? "logarithmic" : "linear";
  }

  function plain(value) {
    return Number(value).toLocaleString("en", { maximumSignificantDigits: 3 });
  }

  /** On a logarithmic axis only powers of ten have a number, unless the axis spans less than two. */
  function powers(value) {
    const power = Math.log10(value);
    const wide = this.max / this.min > 100;
    const first = value / Math.pow(10, Math.floor(power + 1e-9));
    return Math.abs(power - Math.round(power)) < 1e-9 || (!wide && [2, 5].includes(Math.round(first))) ? plain(value) : "";
  }

  function axis(type, given, more) {
    const ticks = { color: colour("--soft") };
    if (type !== "category") {
      ticks.maxRotation = 0;
    }
    if (type === "logarithmic") {
      ticks.callback = powers;
    }
    return {
      type,
      title: { display: given.title !== "", text: given.title, color: colour("--soft") },
      ticks,
      max: given.max === null ? undefined : given.max,
      grid: { color: colour("--rule") },
      border: { color: colour("--rule") },
      ...more,
    };
  }

  function axes(chart) {
    const bars = chart.kind === "BARS";
    const places = chart.labels.length ? axis("category", chart.x, { offset: bars || chart.legend }) : axis(scale(chart, chart.x), chart.x);
    const sizes = axis(scale(chart, chart.y), chart.y, { beginAtZero: true });
    const scales = bars ? { x: sizes, y: places } : { x: places, y: sizes };
    if (chart.kind === "CURVES" && scales.x.type === "linear") {
      scales.x.min = 0;
    }
    if (chart.kind === "POINTS" && scales.x.type === "linear") {
      scales.x.ticks.precision = 0;
    }
    if (chart.lines.some((line) => line.right)) {
      scales.right = axis(scale(chart, chart.y), chart.y, { position: "right", beginAtZero: true, grid: { drawOnChartArea: false } });
    }
    return scales;
  }

  function draw(chart) {
    const canvas = document.getElementById("chart-" + chart.id);
    const bars = chart.kind === "BARS";
    if (bars) {
      canvas.parentElement.style.height = 70 + 34 * chart.labels.length + "px";
    }
    return new Chart(canvas, {
      type: bars ? "bar" : "line",
      data: { labels: chart.labels.length ? chart.labels : undefined, datasets: chart.lines.map((line) => dataset(chart, line)) },
      options: {
        animation: false,
        maintainAspectRatio: false,
        indexAxis: bars ? "y" : "x",
        interaction: { mode: "nearest", axis: bars ? "y" : "x", intersect: false },
        scales: axes(chart),
        plugins: { legend: { display: chart.legend && !bars, position: "bottom", labels: { usePointStyle: true, boxHeight: 7, color: colour("--ink") } } },
      },
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
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  drawAll();
})();
