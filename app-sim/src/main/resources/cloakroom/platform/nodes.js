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
        const data = element("td", cell.text ?? cell, style);
        head.cells[i].className = style;
        if (cell.text) {
          data.dataset.sort = cell.sort;
        }
        row.append(data);
      });
    });
    const scroll = element("div", "", "scroll");
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", caption);
    scroll.append(made);
    return scroll;
  }

  /** Formats a duration in milliseconds, which sorts the cell. */
  function duration(millis) {
    const seconds = millis / 1000;
    const minutes = Math.floor(seconds / 60) + " min " + Math.floor(seconds % 60) + " s";
    return { text: seconds < 1 ? millis + " ms" : seconds < 60 ? seconds.toFixed(1) + " s" : minutes, sort: millis };
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
    const more = source.inUse > rows.length ? ": " + rows.length + " of " + source.inUse + ", active, then longest first" : "";
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

  function headings(part) {
    return part.tagName + (part.querySelector("thead") || part).textContent;
  }

  /** Replaces rows and caption of a table, and keeps its headings, their order and the focus. */
  function update(old, made) {
    const [before, after] = [old, made].map((part) => part.querySelector("table"));
    if (!before) {
      return;
    }
    [...after.tHead.rows[0].cells].forEach((head, i) => {
      before.tHead.rows[0].cells[i].className = head.className;
    });
    before.caption.replaceWith(after.caption);
    before.tBodies[0].replaceWith(after.tBodies[0]);
    old.setAttribute("aria-label", made.getAttribute("aria-label"));
    tables.sort(before);
  }

  return {
    element,
    show(place, all) {
      const made = all.flatMap(shown);
      const old = [...place.children];
      if (made.length === old.length && made.every((part, i) => headings(part) === headings(old[i]))) {
        made.forEach((part, i) => update(old[i], part));
      } else {
        place.replaceChildren(...made);
      }
      tables.prepare(place);
    },
  };
})();
