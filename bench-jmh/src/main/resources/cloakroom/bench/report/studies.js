(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("charts-data").textContent);
  const dashes = [[7, 4], [2, 3], [10, 3, 2, 3], [4, 2]];
  const marks = ["circle", "rect", "triangle", "rectRot", "star", "cross", "crossRot", "rectRounded"];
  let charts = [];

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  function hue(i) {
    return colour("--hue" + (i % 8));
  }

  /** The measured series that a published one speaks of has its colour; any other is grey. */
  function twin(ours, published) {
    return ours.findIndex((line) => line.label.toLowerCase().split(/[\s_-]+/).includes(published.label.toLowerCase()));
  }

  function dataset(chart, line, ours, published) {
    const own = line.published ? twin(ours, line) : ours.indexOf(line);
    const stroke = own < 0 ? colour("--soft") : hue(own);
    const place = line.published ? published.indexOf(line) : own;
    return {
      label: line.legend,
      data: line.points,
      yAxisID: line.published && chart.twoAxes ? "published" : "y",
      borderColor: stroke,
      backgroundColor: line.published ? "transparent" : stroke,
      borderDash: line.published ? dashes[place % dashes.length] : [],
      borderWidth: line.published ? 1.6 : 2.2,
      pointStyle: marks[place % marks.length],
      pointRadius: line.published ? 3 : 4,
      tension: 0,
    };
  }

  function plain(value) {
    return Number(value).toLocaleString("en", { maximumSignificantDigits: 3 });
  }

  /** On a logarithmic axis only powers of ten have a number, unless the axis spans less than two. */
  function ticks(scale) {
    return {
      color: colour("--soft"),
      maxRotation: 0,
      maxTicksLimit: scale === "logarithmic" ? undefined : 8,
      callback(value) {
        if (scale !== "logarithmic") {
          return plain(value);
        }
        const power = Math.log10(value);
        const wide = this.max / this.min > 100;
        const first = value / Math.pow(10, Math.floor(power + 1e-9));
        return Math.abs(power - Math.round(power)) < 1e-9 || (!wide && [2, 5].includes(Math.round(first))) ? plain(value) : "";
      },
    };
  }

  function axis(scale, text, more) {
    return {
      type: scale,
      title: { display: true, text, color: colour("--soft") },
      ticks: ticks(scale),
      grid: { color: colour("--rule") },
      border: { color: colour("--rule") },
      ...more,
    };
  }

  function legend() {
    return { position: "bottom", labels: { usePointStyle: true, color: colour("--ink"), boxHeight: 7 } };
  }

  function curves(chart) {
    const ours = chart.series.filter((line) => !line.published);
    const published = chart.series.filter((line) => line.published);
    const scales = {
      x: axis(chart.x, chart.xLabel, chart.x === "linear" ? { ticks: { ...ticks("linear"), precision: 0 } } : {}),
      y: axis(chart.y, "ms", chart.y === "linear" ? { beginAtZero: true } : {}),
    };
    if (chart.twoAxes) {
      scales.published = axis(chart.y, "published, ms", { position: "right", beginAtZero: true, grid: { drawOnChartArea: false } });
    }
    return {
      type: "line",
      data: { datasets: chart.series.map((line) => dataset(chart, line, ours, published)) },
      options: {
        animation: false,
        maintainAspectRatio: false,
        interaction: { mode: "nearest", intersect: false },
        scales,
        plugins: { legend: legend() },
      },
    };
  }

  function bars(chart) {
    const values = chart.bars.map((bar) => bar.y).filter((y) => y > 0);
    const wide = Math.max(...values) > 20 * Math.min(...values);
    const floor = Math.pow(10, Math.floor(Math.log10(Math.min(...values))));
    return {
      type: "bar",
      data: {
        labels: chart.bars.map((bar) => bar.label),
        datasets: [
          {
            data: chart.bars.map((bar) => bar.y),
            backgroundColor: chart.bars.map((bar) => (bar.published ? "transparent" : hue(1))),
            borderColor: chart.bars.map((bar) => (bar.published ? colour("--soft") : hue(1))),
            borderWidth: 1.5,
            maxBarThickness: 26,
          },
        ],
      },
      options: {
        animation: false,
        indexAxis: "y",
        maintainAspectRatio: false,
        scales: {
          x: axis(wide ? "logarithmic" : "linear", "ms", wide ? { min: floor } : { beginAtZero: true }),
          y: { ticks: { color: colour("--ink"), autoSkip: false }, grid: { display: false }, border: { color: colour("--rule") } },
        },
        plugins: { legend: { display: false } },
      },
    };
  }

  function draw(chart) {
    const canvas = document.getElementById("chart-" + chart.id);
    if (chart.kind === "bars") {
      canvas.parentElement.style.height = 70 + 34 * chart.bars.length + "px";
      return new Chart(canvas, bars(chart));
    }
    return new Chart(canvas, curves(chart));
  }

  function drawAll() {
    charts.forEach((chart) => chart.destroy());
    charts = data.map(draw);
  }

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  drawAll();
})();
