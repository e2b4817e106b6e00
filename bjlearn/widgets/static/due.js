// What a class was asked to do and this student has not done yet: a note under the header, with the way to the drill. The drill
// says it itself, so the note is not shown there.

const CLIPBOARD = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 4h8v3H8zM6 5H5v16h14V5h-1M8.500 13.500l2.500 2.500 4.500-5" fill="none" stroke="currentColor" stroke-width="1.800" stroke-linejoin="round" stroke-linecap="round"/></svg>';
const MOST_SHOWN = 2;

class Due {
  constructor(frame) {
    this.frame = frame;
    this.closed = "";
    this.box = make("section", { class: "bjf-due", hidden: "" });
    frame.on(this.box, "click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (button.dataset.query) frame.send({ type: "address", query: `?${button.dataset.query}` });
      else this.close();
    });
    // after the first paint: what is due lies in a database, which nothing on the page waits for
    requestAnimationFrame(() => setTimeout(() => frame.send({ type: "due" }), 0));
  }

  t(text) {
    return this.frame.t(text);
  }

  get tasks() {
    return this.frame.view.due || [];
  }

  get key() {
    return this.tasks.map((task) => task.query).join(" ");
  }

  close() {
    this.closed = this.key;
    this.box.hidden = true;
  }

  show(screen) {
    const { tasks } = this;
    this.box.hidden = !tasks.length || screen === "drill" || this.closed === this.key;
    const drawn = JSON.stringify([tasks, this.frame.get("language")]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.box.setAttribute("aria-label", this.t("Assignments"));
    this.box.replaceChildren(
      make("i", { html: CLIPBOARD }),
      make("ul", {}, ...tasks.slice(0, MOST_SHOWN).map((task) => this.task(task))),
      make("button", { type: "button", class: "bjf-x", "aria-label": this.t("Close") }, "×"),
    );
  }

  task(task) {
    const done = make("span", { class: "bjf-done", "aria-hidden": "true" }, make("i", { style: `width:${((100 * task.done) / task.count).toFixed(1)}%` }));
    return make(
      "li",
      {},
      make("span", { class: "bjf-task" }, make("b", {}, task.text), make("span", { class: "bjf-told" }, done, task.told)),
      make("button", { type: "button", class: "bjf-go", "data-query": task.query }, this.t("To the drill")),
    );
  }
}

