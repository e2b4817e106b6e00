// ---- Charts that plotly draws: with caption, words, table and download; in the theme's colours, as wide as there is room.

const NARROW = 560;

/** plotly's browser side, once a page: the server's where it has one, so that the browser keeps it; else the kernel sends it. */
function plotly(pane, version) {
  window.bjlearnPlotly ||= ourPlotly(pane, version).catch((error) => {
    window.bjlearnPlotly = null; // the next chart tries again
    throw error;
  });
  return window.bjlearnPlotly;
}

async function ourPlotly(pane, version) {
  const { voila, home } = document.body.dataset;
  if (voila && home) {
    try {
      return await loaded(`${home}library/plotly.js?v=${encodeURIComponent(version)}`);
    } catch {
      // not our server: the kernel has it too
    }
  }
  const url = URL.createObjectURL(new Blob([await pane.library()], { type: "text/javascript" }));
  try {
    return await loaded(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function loaded(url) {
  return new Promise((done, failed) => {
    const before = window.Plotly;
    const script = document.createElement("script");
    script.src = url;
    script.onerror = () => failed(new Error("no plotly"));
    script.onload = () => {
      const ours = window.Plotly;
      if (before) window.Plotly = before; // another's stays another's
      script.remove();
      if (ours) done(ours);
      else failed(new Error("no plotly"));
    };
    document.head.append(script);
  });
}

/** One layout over another; what is only in one of them stays. */
function merged(under, over) {
  const found = { ...under };
  for (const [name, value] of Object.entries(over || {})) {
    found[name] = value && typeof value === "object" && !Array.isArray(value) ? merged(under[name] || {}, value) : value;
  }
  return found;
}

/** A figure in the colours of the dark theme: those of the light one, wherever they stand, give way. */
function darkened(text, shades) {
  const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(", ");
  const clear = Object.fromEntries(Object.entries(shades).map(([light, dark]) => [rgb(light), rgb(dark)]));
  return text.replace(/"#[0-9a-f]{6}"/gi, (found) => `"${shades[found.slice(1, -1)] || found.slice(1, -1)}"`).replace(/rgba\((\d+, \d+, \d+), /g, (whole, found) => (found in clear ? `rgba(${clear[found]}, ` : whole));
}

/** A cell of a CSV file; a text that a spreadsheet would take for a formula is kept a text. */
function csvCell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A screen that shows charts. */
class ChartPane extends Pane {
  /** A chart as Python describes it; `table` says whether its figures are shown here too, for a screen may have them elsewhere. */
  chart(key, chart, { table = true } = {}) {
    (this.charts ||= new Map()).set(key, chart);
    return h(
      "figure",
      { key: `chart-${key}`, class: "bjg", "data-chart": key },
      h("p", { class: "bjg-title" }, chart.title),
      h("div", { key: "plot", html: "", class: "bjg-plot", role: "img", "aria-label": chart.words, "data-plot": key, style: `min-height:${chart.figure.layout.height}px` }),
      this.chartFailed && h("p", { key: "failed", class: "bjp-hint", role: "status" }, this.t("The chart could not be drawn; its figures are in the table.")),
      h("figcaption", { class: "bjp-hint" }, chart.caption),
      h(
        "div",
        { key: "more", class: "bjg-more" },
        table && h("details", { key: "table" }, h("summary", {}, this.t("The figures as a table")), h("div", { class: "bjp-scroll", tabindex: "0", role: "region", "aria-label": chart.title }, this.chartTable(chart))),
        h("button", { key: "csv", type: "button", class: "bjt-button bjt-small-button", "data-do": `chart-csv:${key}`, "aria-label": `${this.t("Download as CSV")}: ${chart.title}` }, this.t("Download as CSV")),
      ),
    );
  }

  chartTable({ header, rows, shown }) {
    const sum = (column) => (rows.some((row) => typeof row[column] === "number") ? "bjp-sum" : null);
    return h(
      "table",
      { class: "bjp-table" },
      h("thead", {}, h("tr", {}, header.map((name, column) => h("th", { key: column, scope: "col", class: sum(column) }, name)))),
      h("tbody", {}, shown.map((row, index) => h("tr", { key: index }, row.map((text, column) => (column ? h("td", { key: column, class: sum(column) }, text) : h("th", { key: column, scope: "row" }, text)))))),
    );
  }

  act(name, rest, button) {
    if (name === "chart-csv") {
      const { name: file, header, rows } = this.charts.get(rest);
      this.keep({ name: `${file}.csv`, mime: "text/csv", text: `${[header, ...rows].map((row) => row.map(csvCell).join(",")).join("\n")}\n` });
    } else {
      super.act(name, rest, button);
    }
  }

  draw() {
    super.draw();
    for (const node of this.root.querySelectorAll("[data-plot]")) {
      this.sizes ||= new ResizeObserver((seen) => seen.forEach(({ target }) => this.paint(target)));
      if (!node.bjSeen) this.sizes.observe(node);
      node.bjSeen = true;
      this.paint(node);
    }
  }

  /** Let plotly draw, where anything is otherwise than when it drew last; a hidden chart waits until it is seen. */
  async paint(node) {
    const chart = this.charts.get(node.dataset.plot);
    const width = Math.floor(node.clientWidth);
    if (!chart || !width) return;
    const dark = this.root.dataset.theme === "dark";
    const text = JSON.stringify([chart.figure, width < NARROW ? chart.narrow : {}]);
    const state = `${dark} ${width} ${text}`;
    if (node.bjState === state) return;
    node.bjState = state;
    try {
      const library = await plotly(this, chart.library);
      if (node.bjState !== state || !node.isConnected) return;
      const [{ data, layout }, narrow] = JSON.parse(dark ? darkened(text, chart.shades) : text);
      const font = { ...layout.font, family: getComputedStyle(node).fontFamily };
      await library.react(node, data, { ...merged(layout, narrow), font, width }, { displayModeBar: false, doubleClick: false, showTips: false });
      node.dataset.drawn = this.root.dataset.theme;
    } catch (error) {
      console.warn("bjlearn: a chart was not drawn", error);
      node.bjState = null;
      node.hidden = true;
      if (!this.chartFailed) this.drawSoon();
      this.chartFailed = true;
    }
  }

  applyTheme() {
    const before = this.root.dataset.theme;
    super.applyTheme();
    if (before !== this.root.dataset.theme && this.charts) for (const node of this.root.querySelectorAll("[data-plot]")) this.paint(node);
  }

  /** plotly's script from the kernel. */
  library() {
    return new Promise((done, failed) => {
      this.bring = done;
      this.stops.push(() => failed(new Error("closed")));
      this.send({ type: "library" });
    });
  }

  heard(message, buffers) {
    if (message.type === "library") this.bring?.(buffers[0]);
    else super.heard(message, buffers);
  }

  stop() {
    this.sizes?.disconnect();
    super.stop();
  }
}
