"use strict";

/** Shows the state of nodes, as text and never as markup. */
const nodes = (function () {
  const GAUGES = [
    ["sessions", "sessions"],
    ["inFlight", "requests in progress"],
    ["instances", "instances"],
    ["busy", "busy"],
    ["referenced", "referenced"],
    ["reserved", "reserved"],
    ["free", "free"],
    ["statesInMemory", "states in memory"],
    ["waiting", "waiting for an instance"],
  ];

  function element(tag, text, style) {
    const made = document.createElement(tag);
    made.textContent = text;
    made.className = style || "";
    return made;
  }

  function table(caption, heads, rows) {
    const made = element("table", "");
    made.append(element("caption", caption));
    const head = made.createTHead().insertRow();
    heads.forEach((text) => {
      const cell = element("th", text);
      cell.scope = "col";
      head.append(cell);
    });
    const body = made.createTBody();
    rows.forEach((cells) => {
      const row = body.insertRow();
      cells.forEach((cell, i) => {
        const style = typeof cell === "string" ? "" : "number";
        head.cells[i].className = style;
        row.append(element("td", cell, style));
      });
    });
    const scroll = element("div", "", "scroll");
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", caption);
    scroll.append(made);
    return scroll;
  }

  /** Formats a duration in milliseconds as a cell of numbers. */
  function duration(millis) {
    const seconds = millis / 1000;
    if (seconds < 1) {
      return [millis + " ms"];
    }
    return [seconds < 60 ? seconds.toFixed(1) + " s" : Math.floor(seconds / 60) + " min " + Math.floor(seconds % 60) + " s"];
  }

  function holders(source) {
    const rows = source.holdings.map((one) => [
      one.session || "none",
      one.module,
      one.connection,
      duration(one.heldMillis),
      one.thread ? "active" : "idle",
      duration(one.sinceMillis),
      one.thread,
    ]);
    const more = source.inUse > rows.length ? ": " + rows.length + " of " + source.inUse + ", longest first" : "";
    return table(
      "Connections in use of " + source.name + more,
      ["session", "module", "database session", "held for", "state", "in state for", "thread"],
      rows
    );
  }

  function shown(node) {
    const title = node.name ? [element("h2", node.name + ": " + (node.policy || "does not respond"))] : [];
    if (!node.gauges) {
      return title;
    }
    const gauges = { ...node.gauges, waiting: node.waiting };
    const sources = node.sources.map((one) => [one.name, one.pool, one.limit || "unlimited", one.inUse, one.idle, one.waiting]);
    return [
      ...title,
      table("Sessions, and instances by state", GAUGES.map((gauge) => gauge[1]), [GAUGES.map((gauge) => gauges[gauge[0]])]),
      table("Connections", ["source", "pool", "limit", "in use", "idle", "requests waiting"], sources),
      ...node.sources.map(holders),
    ];
  }

  return {
    element,
    show(place, all) {
      place.replaceChildren(...all.flatMap(shown));
    },
  };
})();
