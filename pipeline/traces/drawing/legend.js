// What the signs of a drawing mean, each drawn as it is there; lines can be left out.
"use strict";
const TraceLegend = (() => {
  const { make } = TracePanel;
  const { words } = TraceReading;
  const MANY = 40; // types of a file that nobody checked
  const MEANING = { first: "error that began here", failed: "error", untrusted: "content not trusted", reward: "reward", inferred: "partly guessed" };

  const amountOf = (amount) => make("span", { className: "n muted" }, ` ${amount.toLocaleString("en")}`);

  // How often each thing occurs: what is known first and in its order; what does not occur is left out.
  const tally = (items, known) => {
    const counts = new Map(known.map((name) => [name, 0]));
    for (const name of items) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts].filter(([, amount]) => amount).slice(0, MANY);
  };

  /**
   * Return the legend of a model: `node`, and `paint`, which draws its samples in the colors of a theme. `spread` holds the lines
   * from causes to errors, `hidden` the names of the lines that are left out; `changed` is called when that changed.
   */
  const made = (model, spread, hidden, path, changed) => {
    const samples = [];
    const sample = (kind, name) => {
      const node = make("canvas", { className: "trace-sample" });
      node.setAttribute("aria-hidden", "true");
      samples.push([node, TracePaint.sampler(kind, name)]);
      return node;
    };
    const paint = (colors) => {
      const ratio = devicePixelRatio || 1;
      for (const [node, draw] of samples) {
        Object.assign(node, { width: 36 * ratio, height: 24 * ratio });
        const pen = node.getContext("2d");
        pen.scale(ratio, ratio);
        draw(pen, colors);
      }
    };
    const plain = (kind, name, label, amount) => make("li", {}, sample(kind, name), make("span", {}, label, amount && amountOf(amount)));
    const switched = (kind, name, label, amount) => {
      const box = make("input", { type: "checkbox", checked: !hidden.has(name) });
      box.addEventListener("change", () => {
        if (box.checked) hidden.delete(name);
        else hidden.add(name);
        changed();
      });
      return make("li", {}, make("label", {}, box, sample(kind, name), make("span", {}, label, amountOf(amount))));
    };
    const group = (title, items) => items.length > 0 && make("section", {}, make("h3", {}, title), make("ul", {}, ...items));

    const events = tally(model.events.map((event) => event.type), Object.keys(TracePaint.TYPES));
    const edges = tally(model.links.map((one) => one.type), Object.keys(TracePaint.EDGES));
    const badges = tally(model.events.flatMap((event) => event.badges), Object.keys(MEANING));
    const lines = [[TracePaint.CRITICAL, model.chain.length], [TracePaint.SPREAD, spread.length]].filter(([, amount]) => amount);
    const lasting = model.events.some((event) => event.start !== null && event.start < event.t);
    const marks = [
      ...lines.map(([name, amount]) => switched("line", name, name, amount)),
      ...(lasting ? [plain("line", "interval", "from beginning to end")] : []),
      ...badges.map(([name, amount]) => plain("badge", name, MEANING[name], amount)),
    ];
    const node = make(
      "div", { className: "trace-legend" },
      group("Events", events.map(([name, amount]) => plain("event", name, words(name), amount))),
      group("Edges", edges.map(([name, amount]) => switched("edge", name, words(name), amount))),
      group("Marks", marks), path ? make("p", { className: "small muted" }, path) : null,
    );
    return { node, paint };
  };

  return { made };
})();
