// The dialog in the header of the dashboard: what a person is called, and what becomes of their progress. The name goes to the
// server, which keeps it in a cookie that no script can read and gives back a sealed statement for this page's kernel.

const PERSON = '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="8" r="4.200"/><path d="M3.500 20.500a8.500 7.500 0 0 1 17 0Z"/></svg>';
const MOST_BYTES = 8 * 1024 * 1024;

class Mine {
  constructor(frame) {
    this.frame = frame;
    this.waiting = 0;
    this.served = false;
    this.called = make("span");
    this.opener = make("button", { type: "button", class: "bjf-tool bjf-me", "aria-haspopup": "dialog" }, make("i", { html: PERSON }), this.called);
    this.build();
    this.listen();
  }

  t(text, values) {
    return this.frame.t(text, values);
  }

  build() {
    const id = `bjf-me-${Math.random().toString(36).slice(2)}`;
    this.title = make("h2", { id });
    this.close = make("button", { type: "button", class: "bjf-x" }, "×");
    this.name = make("input", { type: "text", maxlength: 60, autocomplete: "nickname", spellcheck: "false" });
    this.group = make("input", { type: "text", maxlength: 30, autocomplete: "off", spellcheck: "false" });
    this.nameLabel = make("span");
    this.groupLabel = make("span");
    this.hint = make("p", { class: "bjf-hint", id: `${id}-hint` });
    this.save = make("button", { type: "submit", class: "bjf-main" });
    this.form = make(
      "form",
      { "aria-describedby": `${id}-hint` },
      make("label", {}, this.nameLabel, this.name),
      make("label", {}, this.groupLabel, this.group),
      this.save,
    );
    this.progress = make("h3");
    this.note = make("p", { class: "bjf-hint" });
    this.exporter = make("button", { type: "button" });
    this.importer = make("button", { type: "button" });
    this.file = make("input", { type: "file", accept: ".json,application/json", hidden: "", tabindex: "-1" });
    this.forget = make("button", { type: "button", class: "bjf-danger" });
    this.ways = make("div", { class: "bjf-ways" }, this.exporter, this.importer, this.forget, this.file);
    this.sure = make("p", { id: `${id}-sure` });
    this.keep = make("button", { type: "button" });
    this.gone = make("button", { type: "button", class: "bjf-danger", "aria-describedby": `${id}-sure` });
    this.ask = make("div", { class: "bjf-ask", hidden: "" }, this.sure, make("div", { class: "bjf-ways" }, this.keep, this.gone));
    this.said = make("p", { class: "bjf-said", role: "status" });
    const head = make("div", { class: "bjf-head" }, this.title, this.close);
    this.dialog = make("dialog", { class: "bjf-dialog", "aria-labelledby": id }, head, this.hint, this.form, this.progress, this.note, this.ways, this.ask, this.said);
  }

  listen() {
    const { frame } = this;
    frame.on(this.opener, "click", () => this.open());
    frame.on(this.close, "click", () => this.dialog.close());
    frame.on(this.dialog, "click", (event) => event.target === this.dialog && this.dialog.close()); // beside it
    frame.on(this.dialog, "close", () => this.opener.focus());
    frame.on(this.form, "submit", (event) => {
      event.preventDefault();
      this.call(this.name.value, this.group.value);
    });
    frame.on(this.exporter, "click", () => this.send({ type: "export" }));
    frame.on(this.importer, "click", () => this.file.click());
    frame.on(this.file, "change", () => this.take(this.file.files[0]));
    frame.on(this.forget, "click", () => this.doubt(true));
    frame.on(this.keep, "click", () => this.doubt(false));
    frame.on(this.gone, "click", () => {
      this.doubt(false);
      this.forgetting = true;
      this.send({ type: "forget" });
    });
    const heard = (message, buffers) => this.heard(message, buffers);
    frame.model.on("msg:custom", heard);
    frame.stops.push(() => frame.model.off("msg:custom", heard));
  }

  get who() {
    return this.frame.get("who") || {};
  }

  open() {
    const { name, group } = this.who;
    this.name.value = name || "";
    this.group.value = group || "";
    this.said.textContent = "";
    this.doubt(false);
    this.dialog.showModal();
    (this.served ? this.name : this.close).focus();
  }

  doubt(asked) {
    const held = this.ask.contains(document.activeElement) || document.activeElement === this.forget;
    this.ask.hidden = !asked;
    this.ways.hidden = asked;
    if (held) (asked ? this.keep : this.forget).focus();
  }

  send(message, buffers) {
    this.said.textContent = "…";
    this.frame.send(message, buffers);
    this.waiting = this.frame.sent;
  }

  say(text) {
    this.waiting = 0;
    this.said.textContent = text;
  }

  /** The server first: it alone can make the browser remember, and have the kernel believe. */
  async call(name, group, quiet) {
    if (!quiet) this.said.textContent = "…";
    const cookie = document.cookie.split("; ").find((part) => part.startsWith("_xsrf="));
    try {
      const answer = await fetch(`${document.body.dataset.home || "/"}who`, {
        method: "POST",
        headers: { "X-XSRFToken": cookie ? cookie.slice(6) : "" },
        body: new URLSearchParams({ name, group, lang: this.frame.get("language") || "en" }),
      });
      const { statement, error } = await answer.json();
      if (error) this.say(error);
      else if (quiet) this.frame.send({ type: "who", statement });
      else this.send({ type: "who", statement });
    } catch {
      this.say(this.t("That did not work. Reload the page and try again."));
    }
  }

  async take(file) {
    this.file.value = "";
    if (!file) return;
    if (file.size > MOST_BYTES) this.say(this.t("This file is larger than 8 MB; it was not sent."));
    else this.send({ type: "import" }, [await file.arrayBuffer()]);
  }

  async heard(message, buffers) {
    if (!message || message.n !== this.waiting) return;
    if (message.type === "done") {
      this.say(message.text);
      if (message.ok && this.forgetting && this.served) this.call("", "", true);
      this.forgetting = false;
      if (message.ok) {
        this.name.value = this.who.name || "";
        this.group.value = this.who.group || "";
      }
    } else if (message.type === "file") {
      const packed = new Blob([buffers[0]]).stream().pipeThrough(new DecompressionStream("gzip"));
      const address = URL.createObjectURL(await new Response(packed).blob());
      const link = make("a", { href: address, download: message.name, hidden: "" });
      this.dialog.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(address), 10000);
      this.say(this.t("Saved."));
    }
  }

  show() {
    const { name, served, note } = this.who;
    this.served = Boolean(served && this.frame.served());
    const label = this.t("Who you are");
    this.called.textContent = name || "";
    this.opener.setAttribute("aria-label", name ? `${label}: ${name}` : label);
    this.opener.title = name || label;
    this.title.textContent = label;
    this.close.setAttribute("aria-label", this.t("Close"));
    this.nameLabel.textContent = this.t("Your name");
    this.groupLabel.textContent = this.t("Class code");
    this.save.textContent = this.t("Save");
    this.form.hidden = !this.served;
    this.hint.textContent = this.served
      ? this.t("You can leave both empty. Your instructor sees the name; the class code brings you what your class was asked to do.")
      : this.t("Your progress goes with your user name on this machine: {name}.", { name: name || "" });
    this.progress.textContent = this.t("Your progress");
    this.note.textContent = note || "";
    this.note.hidden = !note;
    this.exporter.textContent = this.t("Save to a file");
    this.importer.textContent = this.t("Load from a file");
    this.forget.textContent = this.t("Delete my data");
    this.sure.textContent = this.t("Delete all your answers and progress for good?");
    this.keep.textContent = this.t("Cancel");
    this.gone.textContent = this.t("Delete for good");
  }
}
