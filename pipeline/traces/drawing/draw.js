// The drawing on a page: scrolls, zooms, finds, selects. What is drawn is read by read.js, laid out by lanes.js, painted by
// paint.js and told by panel.js; legend.js says what the signs mean.
"use strict";
const TraceDrawing = (() => {
  const { make, button } = TracePanel;
  const { AXIS, EDGE, R } = TracePaint;
  const WIDEST = 8e6; // browsers lose count of what is much wider
  const CLOSE = 90; // pixels between two ticks, at least
  const NEAR = 14; // pixels within which a mark is meant
  const STILL = 140; // milliseconds after which it is drawn in full again

  const KEYS = [
    ["← →", "Event before and after, of the same agent"], ["↑ ↓", "Nearest event of the agent above and below"], ["Home End", "First and last event of the agent"],
    ["Enter", "Tell of the event"], ["Esc", "Close what is told; once more, select nothing"], ["+ −", "Closer, farther; also Ctrl and the wheel"],
    ["0", "The whole run"], ["/", "Find events; Enter goes to the next"], ["?", "This list"],
  ];

  /**
   * Put the drawing of a model into an element, and return what may be done with it.
   * `said` holds what the command knows beside the trace: `path`, a sentence on the critical path.
   */
  const mount = (root, model, said = {}) => {
    const hidden = new Set(["temporal"]); // mere order, which the drawing shows anyway
    let byTime = model.clock.known && new Set(model.events.map((event) => event.t)).size > 1;
    let layout = TraceLanes.laid(model, byTime);
    let scale = 1; // pixels for each unit of the clock, or each step
    let selected = null;
    let found = null; // the events that were searched for; null where nobody searches
    let colors = null;
    let stampOf = null;
    let waits = 0;
    let moving = 0;
    let printing = null; // the width on paper
    for (const event of model.events) event.badges = TracePaint.badgesOf(event);
    const spread = model.events.filter((event) => event.cause !== null).map((event) => ({ from: event.cause, to: event }));
    const byType = new Map();
    for (const one of model.links) {
      if (!byType.has(one.type)) byType.set(one.type, []);
      byType.get(one.type).push(one);
    }

    // -- the page's parts

    const legend = TraceLegend.made(model, spread, hidden, said.path ?? "", () => soon());
    const canvas = make("canvas");
    const space = make("div", { className: "trace-space" }, canvas);
    const stage = make("div", { className: "trace-stage", tabIndex: 0 }, space);
    stage.setAttribute("role", "application");
    stage.setAttribute("aria-roledescription", "drawing of a run");
    stage.setAttribute("aria-label", `${model.events.length} events of ${model.agents.length} agents. Arrow keys go from event to event, Enter tells of one, question mark lists all keys.`);
    const tip = make("div", { className: "trace-tip", hidden: true });
    const panel = make("aside", { className: "trace-panel", hidden: true, ariaLabel: "The selected event" });
    const heard = make("p", { className: "unseen" });
    heard.setAttribute("role", "status");
    const ctx = canvas.getContext("2d", { alpha: false });

    // -- measures

    const size = () => (printing ? { width: printing, height: AXIS + layout.height + 2 } : { width: stage.clientWidth, height: stage.clientHeight });
    const gutter = () => Math.round(Math.min(260, Math.max(88, size().width * (size().width < 560 ? 0.27 : 0.18))));
    const room = () => Math.max(60, size().width - gutter() - 2 * EDGE - 12);
    const fitting = () => (layout.span > 0 ? room() / layout.span : 1);
    const closest = () => Math.max(fitting(), Math.min(WIDEST / Math.max(layout.span, 1e-9), fitting() * Math.max(50, model.events.length)));
    const left = () => (printing ? 0 : stage.scrollLeft);
    const at = (value) => gutter() + EDGE + (value - layout.low) * scale - left();
    const valueAt = (x) => layout.low + (x + left() - gutter() - EDGE) / scale;

    // -- painting

    const view = () => {
      const { width, height } = size();
      const [base, top] = [gutter() + EDGE - left() - layout.low * scale, printing ? 0 : stage.scrollTop];
      const [low, high] = [valueAt(gutter() - 20), valueAt(width + 20)];
      const shown = (event) => event.end >= low && event.begin <= high && event.y + AXIS > top - 20 && event.y < top + height + 20;
      return {
        width, height, top, moving: moving !== 0, many: model.links.length > 300, ratio: printing ? 2 : devicePixelRatio || 1, gutter: gutter(), selected: printing ? null : selected,
        at: (value) => base + value * scale, x: (event) => base + event.end * scale, y: (event) => event.y + AXIS - top,
        seen: model.order.filter(shown), lanes: layout.lanes.filter((lane) => lane.top + lane.height > top && lane.top < top + height),
        links: [...byType].filter(([type]) => !hidden.has(type)).sort(([a], [b]) => (a === "temporal" ? -1 : b === "temporal" ? 1 : 0)),
        spread: hidden.has(TracePaint.SPREAD) ? [] : spread, chain: hidden.has(TracePaint.CRITICAL) ? [] : model.chain,
        isFound: (event) => found?.has(event) ?? false, dimmed: (event) => found !== null && found.size > 0 && !found.has(event),
        ticks: ticks(width), unit: unit(),
      };
    };

    const unit = () => {
      if (!byTime) return "order of events";
      const since = layout.origin >= 1e5 ? " since the first" : "";
      return `${{ s: "seconds", steps: "steps of the clock" }[model.clock.unit] ?? "time, unit not said"}${since}`;
    };

    const ticks = (width) => {
      const distance = Math.max(TraceLanes.step(CLOSE / scale, byTime ? model.clock.unit : ""), byTime && model.clock.unit !== "steps" ? 0 : 1);
      const shift = byTime && layout.origin < 1e5 ? layout.origin : 0;
      const found = [];
      const last = Math.min(valueAt(width), layout.low + layout.span + distance);
      for (let count = Math.ceil((Math.max(valueAt(gutter()), layout.low - EDGE / scale) + shift) / distance); count * distance - shift <= last && found.length < 200; count++) {
        found.push([at(count * distance - shift), TraceLanes.time(count * distance, byTime ? model.clock.unit : "", distance)]);
      }
      return found;
    };

    const paint = () => {
      waits = 0;
      const now = view();
      if (!now.width || !now.height) return;
      const [wide, high] = [Math.round(now.width * now.ratio), Math.round(now.height * now.ratio)];
      if (canvas.width !== wide || canvas.height !== high) {
        Object.assign(canvas, { width: wide, height: high });
        canvas.style.width = `${now.width}px`;
        canvas.style.height = `${now.height}px`;
        stampOf = null;
      }
      colors ??= TracePaint.colors(root);
      stampOf ??= TracePaint.stamps(colors, now.ratio);
      TracePaint.painted(ctx, now, colors, stampOf);
    };
    const soon = () => (waits ||= requestAnimationFrame(paint));
    const moved = () => {
      clearTimeout(moving);
      moving = setTimeout(() => {
        moving = 0;
        soon();
      }, STILL);
      tip.hidden = true;
      soon();
    };

    const fitSpace = () => {
      space.style.width = `${Math.max(gutter() + 2 * EDGE + layout.span * scale, stage.clientWidth)}px`;
      space.style.height = `${AXIS + layout.height + 2}px`;
    };

    // -- zoom

    const zoom = (factor, x = null) => {
      const anchor = x ?? (selected && inSight(selected) ? at(selected.end) : (gutter() + size().width) / 2);
      const value = valueAt(anchor);
      scale = Math.min(closest(), Math.max(fitting(), scale * factor));
      fitSpace();
      stage.scrollLeft = gutter() + EDGE + (value - layout.low) * scale - anchor;
      moved();
    };
    const whole = () => {
      scale = fitting();
      fitSpace();
      stage.scrollTo(0, 0);
      soon();
    };

    // -- selecting

    const inSight = (event) => {
      const [x, y] = [at(event.end), event.y + AXIS - stage.scrollTop];
      return x > gutter() + R && x < stage.clientWidth - R && y > AXIS && y < stage.clientHeight;
    };
    const reveal = (event) => {
      const x = at(event.end);
      const [low, high] = [gutter() + EDGE, stage.clientWidth - EDGE];
      if (x < low || x > high) stage.scrollLeft += x - (low + high) / 2;
      const y = event.y + AXIS - stage.scrollTop;
      if (y < AXIS + 12) stage.scrollTop += y - AXIS - 24;
      if (y > stage.clientHeight - 16) stage.scrollTop += y - stage.clientHeight + 32;
    };
    const tell = () => {
      panel.replaceChildren(...TracePanel.told(selected, model, { close: untell, before: () => step(-1), after: () => step(1) }));
      panel.hidden = false;
      panel.scrollTop = 0;
      root.classList.add("told");
      resized();
    };
    const untell = () => {
      panel.hidden = true;
      root.classList.remove("told");
      resized();
      stage.focus();
    };
    const select = (event, { open = !panel.hidden, aloud = true } = {}) => {
      selected = event;
      if (event === null) {
        if (!panel.hidden) untell();
        keep("");
        soon();
        return;
      }
      if (open) tell();
      reveal(event);
      keep(TracePanel.address(event));
      if (aloud) heard.textContent = TracePanel.spoken(event, model);
      soon();
    };
    // The address names the event, so that it can be passed on; some pages from disk may not change theirs.
    const keep = (hash) => {
      try {
        history.replaceState(null, "", hash || location.pathname + location.search);
      } catch {
        // The drawing works all the same.
      }
    };
    const asked = () => {
      const match = /^#event=(.*)$/.exec(location.hash);
      return match ? (model.byAddress.get(match[1]) ?? null) : null;
    };

    // -- going from event to event

    const step = (by) => {
      if (selected === null) return select(model.order[by > 0 ? 0 : model.order.length - 1]);
      const { events } = selected.lane;
      const next = events[events.indexOf(selected) + by];
      return select(next ?? selected);
    };
    const across = (by) => {
      if (selected === null) return step(1);
      for (let place = selected.lane.place + by; place >= 0 && place < model.agents.length; place += by) {
        const { events } = model.agents[place];
        if (events.length) return select(nearest(events, (event) => Math.abs(event.end - selected.end)));
      }
      return select(selected);
    };
    const nearest = (events, far) => events.reduce((best, event) => (far(event) < far(best) ? event : best));
    const under = (x, y) => {
      if (x < gutter() || y < AXIS) return null;
      const lane = laneAt(y);
      let [best, least] = [null, NEAR];
      for (const event of lane?.agent.events ?? []) {
        const [dx, dy] = [Math.abs(at(event.end) - x), Math.abs(event.y + AXIS - stage.scrollTop - y)];
        const onBar = dy < 6 && x >= at(event.begin) && x <= at(event.end);
        const far = onBar ? Math.min(NEAR - 1, Math.hypot(dx, dy)) : Math.hypot(dx, dy);
        if (far < least) [best, least] = [event, far];
      }
      return best;
    };
    const laneAt = (y) => layout.lanes.find((lane) => y - AXIS + stage.scrollTop >= lane.top && y - AXIS + stage.scrollTop < lane.top + lane.height);

    // -- finding

    const field = make("input", { type: "search", placeholder: "Find events", autocomplete: "off", spellcheck: false, maxLength: 200, ariaLabel: "Find events by any text in them" });
    const count = make("span", { className: "trace-count muted small" });
    count.setAttribute("role", "status");
    const find = () => {
      const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      found = wanted.length ? new Set(model.order.filter((event) => wanted.every((word) => hay(event).includes(word)))) : null;
      count.textContent = found === null ? "" : found.size ? `${found.size.toLocaleString("en")} found` : "None found";
      soon();
    };
    const hay = (event) => {
      event.hay ??= `${JSON.stringify(event.raw)} ${event.type.replaceAll("_", " ")}`.toLowerCase();
      return event.hay;
    };
    const next = (by) => {
      if (!found?.size) return;
      const all = [...found];
      const from = selected === null ? (by > 0 ? 0 : all.length + 1) : selected.number;
      const later = by > 0 ? all.find((event) => event.number > from || (selected === null && event.number >= from)) : all.findLast((event) => event.number < from);
      const target = later ?? (by > 0 ? all[0] : all.at(-1));
      select(target);
      count.textContent = `${all.indexOf(target) + 1} of ${all.length.toLocaleString("en")}`;
    };
    field.addEventListener("input", find);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") next(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape" && field.value) {
        field.value = "";
        find();
      } else if (event.key === "Escape") stage.focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });

    // -- keys

    const dialog = make("dialog", { className: "trace-help", ariaLabel: "Keys" }, make("div", { className: "trace-panel-head" }, make("h2", {}, "Keys"), button("Close", () => dialog.close(), { className: "bare" })));
    dialog.append(make("dl", {}, ...KEYS.map(([keys, does]) => make("div", {}, make("dt", {}, ...keys.split(" ").flatMap((key) => [make("kbd", {}, key), " "])), make("dd", {}, does)))));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

    const onStage = {
      ArrowRight: () => step(1), ArrowLeft: () => step(-1), ArrowUp: () => across(-1), ArrowDown: () => across(1),
      Home: () => select((selected?.lane ?? model.order[0].lane).events[0]), End: () => select((selected?.lane ?? model.order[0].lane).events.at(-1)),
      Enter: () => {
        if (selected === null) step(1);
        tell();
        panel.querySelector("h2").focus();
      },
      " ": () => onStage.Enter(),
    };
    const anywhere = {
      "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), 0: whole, "/": () => field.focus(), "?": () => dialog.showModal(),
      Escape: () => (panel.hidden ? select(null) : untell()),
    };
    const pressed = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
      const act = (event.target === stage && onStage[event.key]) || anywhere[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    root.addEventListener("keydown", pressed);
    const fromBody = (event) => event.target === document.body && pressed(event);
    document.addEventListener("keydown", fromBody);

    // -- pointer

    const placed = (event) => {
      const box = stage.getBoundingClientRect();
      return [event.clientX - box.left - stage.clientLeft, event.clientY - box.top - stage.clientTop];
    };
    let drag = null;
    stage.addEventListener("pointerdown", (event) => {
      if (event.button || event.pointerType === "touch") return;
      const [x, y] = placed(event);
      if (x < stage.clientWidth && y < stage.clientHeight) drag = { x: event.clientX, y: event.clientY, left: stage.scrollLeft, top: stage.scrollTop, moved: false };
    });
    stage.addEventListener("pointermove", (event) => {
      if (drag && event.buttons) {
        const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
        if (!drag.moved && Math.hypot(dx, dy) < 4) return;
        if (!drag.moved) stage.setPointerCapture(event.pointerId);
        drag.moved = true;
        root.classList.add("dragged");
        stage.scrollTo(drag.left - dx, drag.top - dy);
        tip.hidden = true;
      } else if (event.pointerType !== "touch") hint(...placed(event));
    });
    const dropped = () => {
      root.classList.remove("dragged");
      setTimeout(() => (drag = null));
    };
    stage.addEventListener("pointerup", dropped);
    stage.addEventListener("pointercancel", dropped);
    stage.addEventListener("pointerleave", () => (tip.hidden = true));
    stage.addEventListener("click", (event) => {
      if (drag?.moved) return;
      const [x, y] = placed(event);
      const meant = under(x, y);
      if (meant) select(meant, { open: true });
    });
    stage.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) / 240), placed(event)[0]);
    }, { passive: false });

    const hint = (x, y) => {
      const event = under(x, y);
      const agent = x < gutter() && y > AXIS ? laneAt(y)?.agent : null;
      stage.classList.toggle("over", event !== null);
      tip.hidden = !event && !agent;
      if (tip.hidden) return;
      tip.textContent = event ? TracePanel.spoken(event, model) : agentHint(agent);
      const [wide, high] = [tip.offsetWidth, tip.offsetHeight];
      tip.style.left = `${Math.max(4, Math.min(x + 14, stage.clientWidth - wide - 4))}px`;
      tip.style.top = `${y + 18 + high > stage.clientHeight ? Math.max(4, y - high - 14) : y + 18}px`;
    };
    const agentHint = (agent) => {
      const { short } = TraceReading;
      const parts = [short(agent.name, 200), agent.role !== null && `role ${short(agent.role, 60)}`, agent.kind !== null && agent.kind !== "agent" && short(agent.kind, 20), agent.model !== null && `model ${short(agent.model, 60)}`];
      return `${[...parts, agent.parent && `spawned by ${short(agent.parent.name, 60)}`].filter(Boolean).join(", ")}; ${agent.events.length} ${agent.events.length === 1 ? "event" : "events"}`;
    };

    // -- what stands around the stage

    const spacing = make("select", { ariaLabel: "Spacing" }, make("option", { value: "time" }, "By time"), make("option", { value: "order" }, "By order"));
    spacing.value = byTime ? "time" : "order";
    spacing.addEventListener("change", () => {
      byTime = spacing.value === "time";
      layout = TraceLanes.laid(model, byTime);
      whole();
      if (selected) reveal(selected);
    });
    const bar = make(
      "div", { className: "trace-bar", role: "group", ariaLabel: "The drawing" },
      make("span", { className: "trace-find" }, field, count), spacing,
      button("−", () => zoom(1 / 1.5), { title: "Farther (-)", ariaLabel: "Farther" }), button("+", () => zoom(1.5), { title: "Closer (+)", ariaLabel: "Closer" }),
      button("Whole run", whole, { title: "The whole run (0)" }), button("?", () => dialog.showModal(), { title: "Keys (?)", ariaLabel: "Keys" }),
    );

    // -- what changes around it

    const resized = () => {
      const fitted = scale <= lastFit * 1.001;
      lastFit = fitting();
      if (fitted || scale < lastFit) scale = lastFit;
      fitSpace();
      soon();
    };
    const recolored = () => {
      colors = TracePaint.colors(root);
      stampOf = null;
      legend.paint(colors);
      soon();
    };
    let lastFit = Infinity;
    const onPaper = (width) => {
      const before = document.documentElement.dataset.theme;
      if (width) document.documentElement.dataset.theme = "light";
      printing = width;
      const kept = scale;
      scale = width ? fitting() : scale;
      recolored();
      paint();
      scale = kept;
      if (before === undefined) delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = before;
    };
    const toPaper = () => onPaper(960);
    const fromPaper = () => {
      onPaper(null);
      recolored();
    };
    const sized = new ResizeObserver(resized);
    const themed = new MutationObserver(recolored);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const byAddress = () => {
      const event = asked();
      if (event && event !== selected) select(event, { open: true });
    };

    stage.addEventListener("scroll", moved, { passive: true });
    root.addEventListener("click", (event) => {
      const to = event.target.closest?.("a.trace-event");
      const target = to && model.byAddress.get(to.getAttribute("href").replace("#event=", ""));
      if (!target) return;
      event.preventDefault();
      select(target, { open: true });
      panel.querySelector("h2").focus({ preventScroll: true });
      if (!panel.contains(to)) root.scrollIntoView({ block: "start" });
    });

    const open = () => {
      root.classList.add("trace");
      const drawn = make("div", { className: "trace-drawn" }, make("div", { className: "trace-frame" }, stage, tip), legend.node);
      root.replaceChildren(bar, make("div", { className: "trace-view" }, drawn, panel), TracePanel.table(model), heard, dialog);
      stage.style.height = `${AXIS + layout.height + 2}px`;
      recolored();
      resized();
      sized.observe(stage);
      themed.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
      dark.addEventListener("change", recolored);
      addEventListener("beforeprint", toPaper);
      addEventListener("afterprint", fromPaper);
      addEventListener("hashchange", byAddress);
      byAddress();
    };
    const close = () => {
      sized.disconnect();
      themed.disconnect();
      dark.removeEventListener("change", recolored);
      document.removeEventListener("keydown", fromBody);
      removeEventListener("beforeprint", toPaper);
      removeEventListener("afterprint", fromPaper);
      removeEventListener("hashchange", byAddress);
      root.classList.remove("trace", "told");
      root.replaceChildren();
      keep("");
    };
    open();
    return { close, select };
  };

  return { mount };
})();
