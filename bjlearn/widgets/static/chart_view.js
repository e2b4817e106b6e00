
// ---- A chart alone.

class ChartView extends ChartPane {
  constructor(model, el) {
    super(model, el, "bjg-view");
  }

  drawn() {
    const { chart } = this.view;
    return [h("div", { key: "box", class: "bjp-box" }, chart ? this.chart("chart", chart) : this.working())];
  }
}

function render({ model, el }) {
  const view = new ChartView(model, el);
  return () => view.stop();
}

export default { render };
