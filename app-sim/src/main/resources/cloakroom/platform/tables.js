"use strict";

/** Sorts tables by a column, on a click on its heading or by the button in it. */
const tables = (function () {
  const places = new WeakMap();
  let known = 0;

  /** Adds a button to each heading of a table with several rows. A heading that is a link stays one. */
  function prepare(root) {
    root.querySelectorAll("table").forEach((table) => {
      if ([...table.tBodies].every((body) => body.rows.length < 2)) {
        return;
      }
      table.querySelectorAll("thead th").forEach((head) => {
        const text = head.textContent;
        if (head.querySelector("button") || !text) {
          return;
        }
        const button = document.createElement("button");
        button.type = "button";
        button.className = "sort";
        if (head.querySelector("a")) {
          button.setAttribute("aria-label", "Sort by " + text);
          head.append(" ", button);
        } else {
          button.append(...head.childNodes);
          head.append(button);
        }
      });
    });
  }

  /** Returns the cell's text without what is below it in small print. */
  function text(cell) {
    return [...cell.childNodes]
      .filter((node) => node.nodeName !== "SMALL")
      .map((node) => node.textContent)
      .join("")
      .trim();
  }

  /** Returns what a cell is sorted by: a number in a column of numbers; null if it has none. */
  function key(row, column, numeric) {
    const cell = row.cells[column];
    if (!cell || !numeric) {
      return cell ? text(cell) : null;
    }
    const digits = (cell.dataset.sort ?? text(cell).replaceAll(",", "")).match(/-?\d+(\.\d+)?(e[-+]?\d+)?/i);
    return digits ? Number(digits[0]) : null;
  }

  /** Compares two keys; cells without a value are last in both directions. */
  function compare(a, b, direction) {
    if (a === null || b === null) {
      return (a === null) - (b === null);
    }
    return direction * (typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true }));
  }

  function sortBody(body, column, numeric, direction) {
    const rows = [...body.rows].filter((row) => !row.classList.contains("group"));
    rows.filter((row) => !places.has(row)).forEach((row) => places.set(row, known++));
    const sorted = rows
      .map((row) => ({ row, key: direction ? key(row, column, numeric) : null }))
      .sort((a, b) => compare(a.key, b.key, direction) || places.get(a.row) - places.get(b.row))
      .map((each) => each.row);
    if (sorted.some((row, i) => row !== rows[i])) {
      body.append(...sorted);
    }
  }

  /** Sorts the rows of each group in the order of the headings, or in their first order if there is none. */
  function sort(table) {
    const heads = [...table.tHead.rows[0].cells];
    const column = heads.findIndex((head) => head.hasAttribute("aria-sort"));
    const order = column < 0 ? "" : heads[column].getAttribute("aria-sort");
    const direction = { ascending: 1, descending: -1 }[order] || 0;
    const numeric = column >= 0 && heads[column].classList.contains("number");
    [...table.tBodies].forEach((body) => sortBody(body, column, numeric, direction));
  }

  document.addEventListener("click", (event) => {
    const head = event.target.closest("thead th");
    if (!head || !head.querySelector("button") || event.target.closest("a")) {
      return;
    }
    const next = { null: "ascending", ascending: "descending" }[head.getAttribute("aria-sort")];
    [...head.parentElement.cells].forEach((other) => other.removeAttribute("aria-sort"));
    if (next) {
      head.setAttribute("aria-sort", next);
    }
    sort(head.closest("table"));
  });

  prepare(document);
  return { prepare, sort };
})();
