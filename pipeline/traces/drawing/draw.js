// The drawing on a page: its parts, what is selected, and the keys. read.js reads a trace, lanes.js says where everything stands,
// paint.js paints it, panel.js tells of it in words, legend.js says what the signs mean, scene.js knows what of it is seen,
// overview.js shows the rest, find.js searches, hand.js follows the pointer.
"use strict";
const TraceDrawing = (() => {
  const { make, button } = TracePanel;
  const CLOSER = 1.5;

  const KEYS = [
    ["← →", "Event before and after, of the same agent"], ["↑ ↓", "Nearest event of the agent above and below"], ["Home End", "First and last event of the agent"],
    ["Enter", "Tell of the event"], ["Esc", "Close what is told; once more, select nothing"], ["+ −", "Closer, farther; also Ctrl and the wheel"],
    ["0", "The whole run"], ["/", "Find events; Enter goes to the next"], ["?", "This list"],
  ];

  const help = () => {
    const dialog = make("dialog", { className: "trace-help", ariaLabel: "Keys" });
    const row = ([keys, does]) => make("div", {}, make("dt", {}, ...keys.split(" ").flatMap((key) => [make("kbd", {}, key), " "])), make("dd", {}, does));
    dialog.append(
      make("div", { className: "trace-panel-head" }, make("h2", {}, "Keys"), button("Close", () => dialog.close(), { className: "bare" })),
      make("dl", {}, ...KEYS.map(row)),
    );
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    return dialog;
  };

  // The address names the event, so that it can be passed on; some pages from disk may not change theirs.
  const keep = (hash) => {
    try {
      history.replaceState(null, "", hash || location.pathname + location.search);
    } catch {
      // The drawing works all the same.
    }
  };

  /**
   * Put the drawing of a model into an element, and return what ends it: `close`.
   * `said` holds what the command knows beside the trace: `path`, a sentence on the critical path.
   */
  const mount = (root, model, said = {}) => {
    for (const event of model.events) event.badges = TracePaint.badgesOf(event);
    const spread = model.events.filter((event) => event.cause !== null).map((event) => ({ from: event.cause, to: event }));
    const hidden = new Set(["temporal"]); // mere order, which the drawing shows anyway
    const live = new AbortController();
    const { signal } = live;

    const legend = TraceLegend.made(model, spread, hidden, said.path ?? "", () => scene.soon());
    const scene = TraceScene.made(model, spread, hidden, legend.paint);
    const { stage } = scene;
    const tip = TraceHand.made(model, scene, (event) => select(event, true));
    const search = TraceFind.made(model, scene, (event) => select(event), () => stage.focus());
    const panel = make("aside", { className: "trace-panel", hidden: true, ariaLabel: "The selected event" });
    const heard = make("p", { className: "unseen" });
    heard.setAttribute("role", "status");
    const dialog = help();

    // -- selecting, and telling of what is selected

    const select = (event, open = !panel.hidden) => {
      scene.selected = event;
      keep(event === null ? "" : TracePanel.address(event));
      if (event !== null) {
        if (open) tell();
        scene.reveal(event);
        heard.textContent = TracePanel.spoken(event, model);
      } else if (!panel.hidden) untell();
      scene.soon();
    };
    const tell = () => {
      panel.replaceChildren(...TracePanel.told(scene.selected, model, { close: untell, before: () => step(-1), after: () => step(1) }));
      panel.hidden = false;
      panel.scrollTop = 0;
      root.classList.add("told");
      scene.resized();
      // On narrow screens it covers the lower half of the window.
      if (getComputedStyle(panel).position === "fixed") stage.scrollIntoView({ block: "start" });
    };
    const untell = () => {
      panel.hidden = true;
      root.classList.remove("told");
      scene.resized();
      stage.focus();
    };
    const followed = (event) => {
      const link = event.target.closest?.("a.trace-event");
      const target = link && model.byAddress.get(link.getAttribute("href").replace("#event=", ""));
      if (!target) return;
      event.preventDefault();
      select(target, true);
      panel.querySelector("h2").focus({ preventScroll: true });
      if (!panel.contains(link)) root.scrollIntoView({ block: "start" });
    };
    const byAddress = () => {
      const [, address] = /^#event=(.*)$/.exec(location.hash) ?? [];
      const event = model.byAddress.get(address);
      if (event !== undefined && event !== scene.selected) select(event, true);
    };

    // -- going from event to event

    const lane = () => (scene.selected ?? model.order[0]).lane.events;
    const step = (by) => {
      if (scene.selected === null) select(model.order.at(by > 0 ? 0 : -1));
      else select(lane()[lane().indexOf(scene.selected) + by] ?? scene.selected);
    };
    const across = (by) => {
      const { selected } = scene;
      if (selected === null) return step(1);
      const far = (event) => Math.abs(event.end - selected.end);
      let place = selected.lane.place + by;
      while (model.agents[place]?.events.length === 0) place += by; // spawned, and idle
      return select(model.agents[place]?.events.reduce((best, event) => (far(event) < far(best) ? event : best)) ?? selected);
    };

    // -- keys

    const onStage = {
      ArrowRight: () => step(1), ArrowLeft: () => step(-1), ArrowUp: () => across(-1), ArrowDown: () => across(1),
      Home: () => select(lane()[0]), End: () => select(lane().at(-1)),
      Enter: () => {
        if (scene.selected === null) step(1);
        tell();
        panel.querySelector("h2").focus();
      },
      " ": () => onStage.Enter(),
    };
    const anywhere = {
      "+": () => scene.zoom(CLOSER), "=": () => scene.zoom(CLOSER), "-": () => scene.zoom(1 / CLOSER), 0: scene.whole,
      "/": () => search.field.focus(), "?": () => dialog.showModal(), Escape: () => (panel.hidden ? select(null) : untell()),
    };
    const pressed = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
      const act = (event.target === stage && onStage[event.key]) || anywhere[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };

    // -- the page's parts

    const spacing = make("select", { ariaLabel: "Spacing" }, make("option", { value: "time" }, "By time"), make("option", { value: "order" }, "By order"));
    spacing.value = scene.isByTime() ? "time" : "order";
    spacing.addEventListener("change", () => {
      scene.arrange(spacing.value === "time");
      if (scene.selected !== null) scene.reveal(scene.selected);
    });
    const bar = make(
      "div", { className: "trace-bar", role: "group", ariaLabel: "The drawing" },
      make("span", { className: "trace-find" }, search.field, search.count), spacing,
      button("−", anywhere["-"], { title: "Farther (-)", ariaLabel: "Farther" }), button("+", anywhere["+"], { title: "Closer (+)", ariaLabel: "Closer" }),
      button("Whole run", scene.whole, { title: "The whole run (0)" }), button("?", anywhere["?"], { title: "Keys (?)", ariaLabel: "Keys" }),
    );
    const drawn = make("div", { className: "trace-drawn" }, make("div", { className: "trace-frame" }, stage, tip), scene.overview, legend.node);
    root.replaceChildren(bar, make("div", { className: "trace-view" }, drawn, panel), TracePanel.table(model), heard, dialog);
    root.classList.add("trace");
    scene.follow(signal);
    spacing.value = scene.isByTime() ? "time" : "order";
    root.addEventListener("keydown", pressed, { signal });
    root.addEventListener("click", followed, { signal });
    document.addEventListener("keydown", (event) => event.target === document.body && pressed(event), { signal });
    addEventListener("hashchange", byAddress, { signal });
    byAddress();

    const close = () => {
      live.abort();
      root.classList.remove("trace", "told");
      root.replaceChildren();
      keep("");
    };
    return { close };
  };

  return { mount };
})();
