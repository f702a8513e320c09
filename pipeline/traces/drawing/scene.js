// The part of a drawing that is seen: how far, how close, by time or by order, in which colors, on the screen or on paper.
"use strict";
const TraceScene = (() => {
  const { make } = TracePanel;
  const { AXIS, EDGE, R } = TracePaint;
  const WIDEST = 8e6; // browsers lose count of what is much wider
  const SHORTEST = 1e-300; // a run that takes less has no scale that is a number
  const CLOSE = 90; // pixels between two ticks, at least
  const STILL = 140; // milliseconds after which it is drawn in full again
  const PAPER = 960; // pixels of the width of a printed page
  const NARROW = 560; // pixels of a stage on which names take two lines and a run opens at its beginning
  const APART = 20; // pixels between two marks
  const MOST = 60; // times the width of the stage that a run opens at
  const DENSE = 300; // edges from which on they are drawn thin while the drawing moves

  /**
   * Return the scene of a model. Its `stage` scrolls; `hidden` names the lines that are left out, `spread` holds those from causes to
   * errors. `selected` and `found` (a set, or null where nobody searches) are set by whoever uses it, and `soon` called then.
   * `recolored` is called with the colors of a theme whenever that changed.
   */
  const made = (model, spread, hidden, recolored) => {
    const byType = grouped(model.links);
    const canvas = make("canvas");
    const space = make("div", { className: "trace-space" }, canvas);
    const stage = make("div", { className: "trace-stage", tabIndex: 0 }, space);
    stage.setAttribute("role", "application");
    stage.setAttribute("aria-roledescription", "drawing of a run");
    stage.setAttribute("aria-label", `${model.events.length} events of ${model.agents.length} agents. Arrow keys go from event to event, Enter tells of one, question mark lists all keys.`);
    const ctx = canvas.getContext("2d", { alpha: false });

    let byTime = model.clock.known && new Set(model.events.map((event) => event.t)).size > 1;
    let layout = TraceLanes.laid(model, byTime);
    let scale = 1; // pixels for each unit of the clock, or each step
    let lastFit = Infinity; // the scale at which the whole run was seen
    let [colors, stampOf, waits, moving, printing] = [null, null, 0, 0, false];
    let painted = null; // the view that the canvas shows; null where that is out of date
    const scene = { stage, selected: null, found: null };

    // -- measures, in pixels of the stage

    const size = () => (printing ? { width: PAPER, height: AXIS + layout.height + 2 } : { width: stage.clientWidth, height: stage.clientHeight });
    const gutter = () => Math.round(Math.min(260, Math.max(92, size().width * (size().width < NARROW ? 0.32 : 0.18))));
    const room = () => Math.max(60, size().width - gutter() - 2 * EDGE - 12);
    const fitting = () => (layout.span > SHORTEST ? room() / layout.span : 1);
    // Where the run opens: all of it, but on a narrow stage as close as it takes for most marks to stand apart.
    const opening = () => (size().width >= NARROW ? fitting() : Math.min(closest(), (byTime ? 3 : MOST) * fitting(), Math.max(fitting(), APART / TraceLanes.usual(layout))));
    const closest = () => Math.max(fitting(), Math.min(WIDEST / Math.max(layout.span, 1e-9), fitting() * Math.max(50, model.events.length)));
    const left = () => (printing ? 0 : stage.scrollLeft);
    const top = () => (printing ? 0 : stage.scrollTop);
    const at = (value) => gutter() + EDGE + (value - layout.low) * scale - left();
    const valueAt = (x) => layout.low + (x + left() - gutter() - EDGE) / scale;
    const level = (event) => event.y + AXIS - top();

    // -- what is painted

    // What a part of the stage shows, all of it if none is named: left, top, right and bottom.
    const view = (box = [gutter(), 0, size().width, size().height]) => {
      const { width, height } = size();
      const base = gutter() + EDGE - left() - layout.low * scale;
      const above = top();
      const [low, high] = [valueAt(box[0] - 20), valueAt(box[2] + 20)];
      const [from, to] = [box[1] + above - AXIS - 20, box[3] + above - AXIS + 20];
      const shown = (event) => event.y >= from && event.y <= to && event.end >= low && event.begin <= high;
      const { selected, found } = scene;
      return {
        width, height, box, left: left(), top: above, gutter: gutter(), ratio: printing ? 2 : devicePixelRatio || 1, moving: moving !== 0, many: model.links.length > DENSE,
        at: (value) => base + value * scale, x: (event) => base + event.end * scale, y: (event) => event.y + AXIS - above,
        seen: model.order.filter(shown), lanes: layout.lanes.filter((lane) => lane.top + lane.height > above && lane.top < above + height),
        links: [...byType].filter(([type]) => !hidden.has(type)).sort(([a], [b]) => (b === "temporal") - (a === "temporal")),
        spread: hidden.has(TracePaint.SPREAD) ? [] : spread, chain: hidden.has(TracePaint.CRITICAL) ? [] : model.chain,
        selected: printing ? null : selected, isFound: (event) => found?.has(event) ?? false, dimmed: (event) => found?.size > 0 && !found.has(event), searching: found?.size > 0,
        ticks: ticks(width), unit: unit(),
      };
    };

    // What the axis counts, from the longest wording to the shortest.
    const unit = () => {
      if (!byTime) return ["order of events", "order"];
      const since = layout.origin >= 1e5 ? " since the first" : "";
      const [long, short] = { s: ["seconds", "seconds"], steps: ["steps of the clock", "steps"] }[model.clock.unit] ?? ["time, unit not said", "time"];
      return [`${long}${since}`, short];
    };

    const ticks = (width) => {
      const clock = byTime ? model.clock.unit : "";
      const distance = Math.max(TraceLanes.step(CLOSE / scale, clock), byTime && clock !== "steps" ? 0 : 1);
      const shift = byTime && layout.origin < 1e5 ? layout.origin : 0;
      const first = Math.max(valueAt(gutter()), layout.low - EDGE / scale);
      const last = Math.min(valueAt(width), layout.low + layout.span + distance);
      const found = [];
      for (let count = Math.ceil((first + shift) / distance); count * distance - shift <= last && found.length < 200; count++) {
        found.push([at(count * distance - shift), TraceLanes.time(count * distance, clock, distance)]);
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
        stampOf = painted = null;
      }
      stampOf ??= TracePaint.stamps(colors, now.ratio);
      const bare = uncovered(now);
      if (bare === null) TracePaint.painted(ctx, now, colors, stampOf);
      else TracePaint.shifted(ctx, now, colors, stampOf, painted, bare.map(view));
      painted = now;
      if (!printing) overview.paint({ layout, order: model.order, colors, whole: scale <= fitting() * 1.001, from: valueAt(gutter()), to: valueAt(now.width), go: (value) => (stage.scrollLeft += (value - valueAt((gutter() + now.width) / 2)) * scale) });
    };
    // A dense drawing that only scrolled is moved, and painted where something new comes into sight: the boxes that are returned.
    // Null where all of it is to be painted.
    const uncovered = (now) => {
      if (painted === null || !now.moving || !now.many) return null;
      const [dx, dy] = [now.left - painted.left, now.top - painted.top];
      const whole = Number.isInteger(dx * now.ratio) && Number.isInteger(dy * now.ratio);
      if (!whole || Math.abs(dx) > now.width - now.gutter || Math.abs(dy) > now.height - AXIS) return null;
      const [x1, y1, x2, y2] = [now.gutter, AXIS, now.width, now.height];
      const boxes = [dx > 0 ? [x2 - dx, y1, x2, y2] : [x1, y1, x1 - dx, y2], dy > 0 ? [x1, y2 - dy, x2, y2] : [x1, y1, x2, y1 - dy]];
      return boxes.filter(([left, above, right, below]) => right > left && below > above);
    };
    const request = () => (waits ||= requestAnimationFrame(paint));
    const soon = () => {
      painted = null;
      request();
    };
    const overview = TraceOverview.made();
    const moved = () => {
      clearTimeout(moving);
      moving = setTimeout(() => {
        moving = 0;
        soon();
      }, STILL);
      request();
    };

    // -- how much of it is seen

    const fitSpace = () => {
      space.style.width = `${Math.max(gutter() + 2 * EDGE + layout.span * scale, stage.clientWidth)}px`;
      space.style.height = stage.style.height = `${AXIS + layout.height + 2}px`;
    };
    const inSight = (event) => {
      const [x, y] = [at(event.end), level(event)];
      return x > gutter() + R && x < stage.clientWidth - R && y > AXIS && y < stage.clientHeight;
    };
    // About a point of the stage; else about the selected event, or the middle.
    const zoom = (factor, x = null) => {
      const { selected } = scene;
      const anchor = x ?? (selected && inSight(selected) ? at(selected.end) : (gutter() + size().width) / 2);
      const value = valueAt(anchor);
      scale = Math.min(closest(), Math.max(fitting(), scale * factor));
      fitSpace();
      stage.scrollLeft = gutter() + EDGE + (value - layout.low) * scale - anchor;
      painted = null;
      moved();
    };
    const whole = () => {
      scale = lastFit = fitting();
      fitSpace();
      stage.scrollTo(0, 0);
      soon();
    };
    const reveal = (event) => {
      const x = at(event.end);
      const [low, high] = [gutter() + EDGE, stage.clientWidth - EDGE];
      if (x < low || x > high) stage.scrollLeft += x - (low + high) / 2;
      const y = level(event);
      if (y < AXIS + 12) stage.scrollTop += y - AXIS - 24;
      if (y > stage.clientHeight - 16) stage.scrollTop += y - stage.clientHeight + 32;
    };
    const arrange = (time) => {
      const all = scale <= lastFit * 1.001;
      byTime = time;
      layout = TraceLanes.laid(model, byTime);
      whole();
      if (all) return;
      scale = opening();
      fitSpace();
    };
    // Who saw the whole run goes on seeing it.
    const resized = () => {
      if (printing) return;
      const fitted = scale <= lastFit * 1.001;
      const first = lastFit === Infinity && stage.clientWidth > 0;
      lastFit = stage.clientWidth > 0 ? fitting() : lastFit;
      if (first && byTime && size().width < NARROW && TraceLanes.usual(layout) * fitting() < APART / 2) {
        byTime = false;
        layout = TraceLanes.laid(model, byTime);
        lastFit = fitting();
      }
      if (first) scale = opening();
      else if (fitted || scale < lastFit) scale = fitting();
      fitSpace();
      soon();
    };

    // -- colors, and paper

    const recolor = () => {
      colors = TracePaint.colors(stage);
      stampOf = null;
      recolored(colors);
      soon();
    };
    const rethemed = () => printing || recolor();
    const inLight = (act) => {
      const { dataset } = document.documentElement;
      const before = dataset.theme;
      dataset.theme = "light";
      act();
      if (before === undefined) delete dataset.theme;
      else dataset.theme = before;
    };
    let onScreen = null; // the scale to go back to, since frames may be painted until the printer has taken its own
    const toPaper = () => {
      painted = null;
      onScreen ??= scale;
      printing = true;
      scale = fitting();
      inLight(recolor);
      paint();
    };
    const fromPaper = () => {
      printing = false;
      scale = onScreen ?? scale;
      onScreen = null;
      recolor();
      painted = null;
      paint();
    };

    // -- what is where

    const laneAt = (y) => layout.lanes.find((lane) => y - AXIS + top() >= lane.top && y - AXIS + top() < lane.top + lane.height);
    const under = (x, y, near) => {
      if (x < gutter() || y < AXIS) return null;
      let [best, least] = [null, near];
      for (const event of laneAt(y)?.agent.events ?? []) {
        const [dx, dy] = [Math.abs(at(event.end) - x), Math.abs(level(event) - y)];
        const onBar = dy < 6 && x >= at(event.begin) && x <= at(event.end);
        const far = onBar ? Math.min(near - 1, Math.hypot(dx, dy)) : Math.hypot(dx, dy);
        if (far < least) [best, least] = [event, far];
      }
      return best;
    };
    const agentAt = (x, y) => (x < gutter() && y > AXIS ? (laneAt(y)?.agent ?? null) : null);

    /** Begin to follow the window and the theme, until a signal ends it. To be called once the stage is in the page. */
    const follow = (signal) => {
      const sized = new ResizeObserver(resized);
      const themed = new MutationObserver(rethemed);
      recolor();
      resized();
      sized.observe(stage);
      themed.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", rethemed, { signal });
      addEventListener("beforeprint", toPaper, { signal });
      addEventListener("afterprint", fromPaper, { signal });
      stage.addEventListener("scroll", moved, { passive: true, signal });
      signal.addEventListener("abort", () => {
        sized.disconnect();
        themed.disconnect();
      });
    };

    return Object.assign(scene, { overview: overview.node, soon, zoom, whole, reveal, arrange, resized, under, agentAt, follow, isByTime: () => byTime });
  };

  const grouped = (links) => {
    const groups = new Map();
    for (const one of links) {
      if (!groups.has(one.type)) groups.set(one.type, []);
      groups.get(one.type).push(one);
    }
    return groups;
  };

  return { made };
})();
