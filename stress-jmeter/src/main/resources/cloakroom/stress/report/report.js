(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("charts-data").textContent);
  const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
  const percentiles = ["p50", "p90", "p95", "p99", "p99.9", "max"];
  const hidden = new Set();
  const marks = ["circle", "rect", "triangle", "rectRot", "cross", "crossRot", "star", "rectRounded"];
  let charts = [];
  let losses = [];

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  function dataset(chart, line, points) {
    const stroke = colour("--hue" + (line.variant % 8));
    return {
      label: line.label,
      variant: line.variant,
      data: chart.overTime ? points.map(([x, y]) => ({ x, y })) : points.map((y) => (y > 0 ? y : null)),
      hidden: hidden.has(line.variant),
      borderColor: stroke,
      backgroundColor: stroke,
      borderDash: dashes[line.trial % dashes.length],
      borderWidth: 1.8,
      pointRadius: chart.overTime ? 0 : 2.5,
      pointHitRadius: 6,
      tension: 0,
    };
  }

  /** Only a long tail needs a logarithmic scale. */
  function wide(chart) {
    const values = chart.points.flat().filter((value) => value > 0);
    return Math.max(...values) > 30 * Math.min(...values);
  }

  function axes(chart) {
    const ticks = { color: colour("--soft") };
    const grid = { color: colour("--rule") };
    const border = { color: colour("--rule") };
    const title = (text) => ({ display: true, text, color: colour("--soft") });
    const x = chart.overTime
      ? { type: "linear", min: 0, title: title("seconds"), ticks, grid, border }
      : { type: "category", ticks, grid, border };
    const y = chart.overTime
      ? { type: "linear", beginAtZero: true, ticks, grid, border }
      : { type: wide(chart) ? "logarithmic" : "linear", beginAtZero: true, ticks: { ...ticks, maxTicksLimit: 7 }, grid, border };
    return { x, y: { ...y, title: title(chart.unit) } };
  }

  function draw(chart) {
    return new Chart(document.getElementById("chart-" + chart.id), {
      type: "line",
      data: {
        labels: chart.overTime ? undefined : percentiles,
        datasets: data.lines.map((line, i) => dataset(chart, line, chart.points[i])),
      },
      options: {
        animation: false,
        maintainAspectRatio: false,
        interaction: { mode: "nearest", axis: "x", intersect: false },
        scales: axes(chart),
        plugins: { legend: { display: false } },
      },
    });
  }

  /** One line a state kind; marks differ as well as colours, for lines that lie on each other. */
  function loss(line) {
    const stroke = colour("--hue" + line.kind);
    return {
      label: line.label,
      data: line.points,
      borderColor: stroke,
      backgroundColor: stroke,
      borderDash: dashes[line.kind % dashes.length],
      borderWidth: 1.8,
      pointStyle: marks[line.kind % marks.length],
      pointRadius: 5,
      tension: 0,
    };
  }

  function drawLosses(chart) {
    const canvas = document.getElementById("chart-" + chart.id);
    if (!canvas) {
      return;
    }
    const shared = { ticks: { color: colour("--soft") }, grid: { color: colour("--rule") }, border: { color: colour("--rule") } };
    const title = (text) => ({ display: true, text, color: colour("--soft") });
    losses.push(
      new Chart(canvas, {
        type: "line",
        data: { labels: chart.values, datasets: chart.lines.map((line) => loss(line)) },
        options: {
          animation: false,
          maintainAspectRatio: false,
          interaction: { mode: "nearest", axis: "x", intersect: false },
          scales: {
            x: { type: "category", offset: true, title: title(chart.setting), ...shared },
            y: { min: 0, max: 100, title: title("lost or leaked, %"), ...shared },
          },
          plugins: { legend: { position: "bottom", labels: { usePointStyle: true, color: colour("--ink") } } },
        },
      }),
    );
  }

  function drawAll() {
    charts.concat(losses).forEach((chart) => chart.destroy());
    charts = data.charts.map(draw);
    losses = [];
    data.losses.forEach(drawLosses);
  }

  document.querySelectorAll(".legend button").forEach((button) => {
    button.addEventListener("click", () => {
      const variant = Number(button.dataset.variant);
      const show = hidden.delete(variant);
      if (!show) {
        hidden.add(variant);
      }
      button.setAttribute("aria-pressed", String(show));
      charts.forEach((chart) => {
        chart.data.datasets.forEach((set, i) => chart.setDatasetVisibility(i, !hidden.has(set.variant)));
        chart.update();
      });
    });
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  drawAll();
})();
