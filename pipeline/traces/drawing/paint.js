// The drawing itself: what can be seen of it, on a canvas. Knows colors, shapes and lines; nothing of clicks and keys.
"use strict";
const TracePaint = (() => {
  const AXIS = 30; // height of the axis above the lanes
  const EDGE = 28; // room at both ends of the lanes
  const R = 6; // of a mark
  const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

  // -- event types: each with a shape of its own; color only groups them

  const polygon = (ctx, ...points) => {
    points.forEach(([x, y], place) => (place ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
    ctx.closePath();
  };
  const shield = (ctx, r) => {
    ctx.moveTo(-r, -r);
    ctx.lineTo(r, -r);
    ctx.lineTo(r, r * 0.1);
    ctx.quadraticCurveTo(r * 0.8, r * 0.9, 0, r * 1.3);
    ctx.quadraticCurveTo(-r * 0.8, r * 0.9, -r, r * 0.1);
    ctx.closePath();
  };
  const person = (ctx, r) => {
    ctx.arc(0, -r * 0.62, r * 0.5, 0, 7);
    ctx.closePath();
    ctx.moveTo(-r, r);
    ctx.bezierCurveTo(-r, -r * 0.2, r, -r * 0.2, r, r);
    ctx.closePath();
  };
  const TYPES = {
    orchestrator_decision: { color: "c1", path: (ctx, r) => polygon(ctx, [0, -r * 1.2], [r * 1.2, 0], [0, r * 1.2], [-r * 1.2, 0]) },
    spawn: { color: "c1", path: (ctx, r) => polygon(ctx, [-r * 0.8, -r], [r * 1.1, 0], [-r * 0.8, r]) },
    despawn: { color: "c1", open: true, path: (ctx, r) => [-1, 1].forEach((side) => (ctx.moveTo(-r * 0.8, -r * 0.8 * side), ctx.lineTo(r * 0.8, r * 0.8 * side))) },
    message: { color: "c4", path: (ctx, r) => ctx.arc(0, 0, r * 0.9, 0, 7) },
    tool_call: { color: "c2", path: (ctx, r) => ctx.rect(-r * 0.85, -r * 0.85, r * 1.7, r * 1.7) },
    tool_result: { color: "c2", hollow: true, path: (ctx, r) => ctx.rect(-r * 0.8, -r * 0.8, r * 1.6, r * 1.6) },
    return: { color: "c5", path: (ctx, r) => polygon(ctx, [r * 0.8, -r], [-r * 1.1, 0], [r * 0.8, r]) },
    aggregate: { color: "c1", path: (ctx, r) => polygon(ctx, [-r * 1.1, -r * 0.8], [r * 1.1, -r * 0.8], [0, r * 1.1]) },
    human_intervention: { color: "c6", path: person },
    safety_event: { color: "c3", path: shield, sign: "!" },
  };
  const OTHER = { color: "muted", hollow: true, path: (ctx, r) => ctx.arc(0, 0, r * 0.6, 0, 7) };
  const typeOf = (name) => (Object.hasOwn(TYPES, name) ? TYPES[name] : OTHER);

  // -- edge types: each with a line of its own

  const EDGES = {
    spawn: { color: "c1", width: 1.5, dash: [], head: "full" },
    message: { color: "c4", width: 1.5, dash: [7, 4], head: "full" },
    return: { color: "c5", width: 1.5, dash: [9, 3, 2, 3], head: "full" },
    tool_dependency: { color: "c2", width: 1.75, dash: [2, 3], head: "full" },
    aggregate: { color: "c1", width: 2.75, dash: [], head: "open" },
    safety_flow: { color: "c3", width: 1.75, dash: [12, 3, 2, 3, 2, 3], head: "open" },
    causal: { color: "muted", width: 1.25, dash: [], head: "open" },
    temporal: { color: "muted", width: 1, dash: [1, 5], head: "none" },
  };
  const OTHER_EDGE = { color: "muted", width: 1, dash: [4, 8], head: "open" };
  const edgeOf = (name) => (Object.hasOwn(EDGES, name) ? EDGES[name] : OTHER_EDGE);
  const CRITICAL = "critical path";
  const SPREAD = "spread of errors";

  const COLORS = ["paper", "surface", "ink", "muted", "line", "line-soft", "accent", "gap", "mark", "c1", "c2", "c3", "c4", "c5", "c6"];
  /** Return the colors of the theme that the page has now. */
  const colors = (node) => {
    const style = getComputedStyle(node);
    return Object.fromEntries(COLORS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  };

  // -- marks

  const drawShape = (ctx, type, tint, ground, r = R) => {
    ctx.beginPath();
    type.path(ctx, r);
    ctx.lineJoin = "round";
    ctx.lineCap = "round";
    if (type.open) {
      stroked(ctx, ground, 5.5);
      stroked(ctx, tint, 2.5);
      return;
    }
    if (!type.hollow) stroked(ctx, ground, 3);
    ctx.fillStyle = type.hollow ? ground : tint;
    ctx.fill();
    if (type.hollow) stroked(ctx, tint, 2);
    if (type.sign) {
      ctx.fillStyle = ground;
      ctx.fillRect(-1, -r * 0.75, 2, r * 0.95);
      ctx.fillRect(-1, r * 0.45, 2, 2);
    }
  };
  const stroked = (ctx, color, width) => {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.stroke();
  };

  // What is said of an event beside its type, each by a shape at a place of its own.
  const ring = (ctx, color, dash) => {
    ctx.setLineDash(dash);
    ctx.beginPath();
    ctx.arc(0, 0, R + 4, 0, 7);
    stroked(ctx, color, 2);
    ctx.setLineDash([]);
  };
  const BADGES = {
    failed: (ctx, c) => ring(ctx, c.gap, [3, 2.5]),
    first: (ctx, c) => {
      ring(ctx, c.gap, []);
      ctx.beginPath();
      [-1, 1].forEach((side) => (ctx.moveTo(-3, -3 * side), ctx.lineTo(3, 3 * side)));
      stroked(ctx, c.paper, 4);
      stroked(ctx, c.gap, 2);
    },
    untrusted: (ctx, c) => {
      ctx.beginPath();
      polygon(ctx, [R + 0.5, -R + 2], [R + 10.5, -R + 2], [R + 5.5, -R - 6.5]);
      stroked(ctx, c.paper, 2);
      ctx.fillStyle = c.gap;
      ctx.fill();
      ctx.fillStyle = c.paper;
      ctx.fillRect(R + 4.8, -R - 3.5, 1.4, 2.8);
      ctx.fillRect(R + 4.8, -R, 1.4, 1.3);
    },
    reward: (ctx, c) => {
      ctx.beginPath();
      for (let point = 0; point < 10; point++) {
        const [far, turn] = [point % 2 ? 2 : 4.6, (point * Math.PI) / 5];
        ctx.lineTo(-R - 3 + far * Math.sin(turn), -R - 2 - far * Math.cos(turn));
      }
      ctx.closePath();
      stroked(ctx, c.paper, 2);
      ctx.fillStyle = c.ink;
      ctx.fill();
    },
    inferred: (ctx, c) => {
      ctx.beginPath();
      for (const x of [-4, 0, 4]) ctx.rect(x - 0.9, R + 3, 1.8, 1.8);
      ctx.fillStyle = c.ink;
      ctx.fill();
    },
  };
  const badgesOf = (event) => {
    const found = [];
    if (event.failed) found.push(event.first || (event.cause === null && event.spoiled.length) ? "first" : "failed");
    if (event.untrusted) found.push("untrusted");
    if (event.rewards.length) found.push("reward");
    if (event.inferred.length) found.push("inferred");
    return found;
  };

  // Of a stamp: a mark without a badge needs a quarter of the pixels.
  const sideOf = (event) => 2 * (R + (event.badges.length ? 12 : 4));

  /** Return a stamp for each kind of mark, drawn once: thousands of them are then copied within a frame. */
  const stamps = (c, ratio) => {
    const made = new Map();
    const of = new WeakMap();
    const drawn = (event) => {
      const key = `${event.type} ${event.badges}`;
      if (made.has(key)) return made.get(key);
      const side = sideOf(event);
      const pixels = Math.ceil(side * ratio);
      const canvas = globalThis.OffscreenCanvas ? new OffscreenCanvas(pixels, pixels) : Object.assign(document.createElement("canvas"), { width: pixels, height: pixels });
      const ctx = canvas.getContext("2d");
      ctx.scale(ratio, ratio);
      ctx.translate(side / 2, side / 2);
      const type = typeOf(event.type);
      drawShape(ctx, type, c[type.color], c.paper);
      for (const badge of event.badges) BADGES[badge](ctx, c);
      // A picture is copied twice as fast as a canvas, of which browsers first ask whether it changed.
      const stamp = canvas.transferToImageBitmap?.() ?? canvas;
      made.set(key, stamp);
      return stamp;
    };
    return (event) => {
      if (!of.has(event)) of.set(event, drawn(event));
      return of.get(event);
    };
  };

  // -- lines between events

  const head = (ctx, x, y, fromX, fromY, kind) => {
    const angle = Math.atan2(y - fromY, x - fromX);
    const [tipX, tipY] = [x - Math.cos(angle) * (R + 2), y - Math.sin(angle) * (R + 2)];
    ctx.moveTo(tipX - 8 * Math.cos(angle - 0.4), tipY - 8 * Math.sin(angle - 0.4));
    ctx.lineTo(tipX, tipY);
    ctx.lineTo(tipX - 8 * Math.cos(angle + 0.4), tipY - 8 * Math.sin(angle + 0.4));
    if (kind === "full") ctx.closePath();
  };

  // Between lanes a curve that leaves and arrives along the lanes, within a lane a bow: four points in x and in y.
  const bent = (x1, y1, x2, y2) => {
    if (y1 === y2) {
      const bow = y1 - 1.4 * Math.min(9, 4 + Math.abs(x2 - x1) / 40);
      return [[x1, x1 + (x2 - x1) / 3, x2 - (x2 - x1) / 3, x2], [y1, bow, bow, y2]];
    }
    const pull = Math.min(60, Math.max(Math.abs(x2 - x1) / 2, 4)) * Math.sign(x2 - x1 || 1);
    return [[x1, x1 + pull, x2 - pull, x2], [y1, y1, y2, y2]];
  };
  // The part of a curve between two of its moments, by de Casteljau.
  const part = ([a, b, c, d], from, to) => {
    const point = (p, q, r) => {
      const mix = (one, other, t) => one + (other - one) * t;
      const [ab, bc, cd] = [mix(a, b, p), mix(b, c, p), mix(c, d, p)];
      return mix(mix(ab, bc, q), mix(bc, cd, q), r);
    };
    return [point(from, from, from), point(from, from, to), point(from, to, to), point(to, to, to)];
  };
  const FAR = 1200; // pixels of a curve outside of what is seen: dashing all of it would take longer than all the rest
  const momentOf = (xs, x) => {
    let [low, high] = [0, 1];
    const rising = xs[3] >= xs[0];
    for (let turn = 0; turn < 24; turn++) {
      const middle = (low + high) / 2;
      if (part(xs, middle, middle)[0] < x === rising) low = middle;
      else high = middle;
    }
    return low;
  };
  const cut = (view, [xs, ys]) => {
    const [low, high] = [Math.min(xs[0], xs[3]), Math.max(xs[0], xs[3])];
    if (low > -FAR && high < view.width + FAR) return [xs, ys];
    const moments = [momentOf(xs, Math.max(low, -60)), momentOf(xs, Math.min(high, view.width + 60))].sort((one, other) => one - other);
    return [part(xs, ...moments), part(ys, ...moments)];
  };
  // Returns where the line arrives from.
  const curve = (ctx, view, x1, y1, x2, y2) => {
    const whole = bent(x1, y1, x2, y2);
    const [xs, ys] = cut(view, whole);
    ctx.moveTo(xs[0], ys[0]);
    ctx.bezierCurveTo(xs[1], ys[1], xs[2], ys[2], xs[3], ys[3]);
    if (Math.abs(x2 - x1) < 16 && y1 !== y2) return [x1, y1];
    return [part(whole[0], 0.9, 0.9)[0], part(whole[1], 0.9, 0.9)[0]];
  };

  // Marks so close, in a row or in two rows of a lane, that no line can be seen between them: a line would be a hook beside them.
  const SHORT = 2 * (R + 2) + 14;
  const isShort = (x1, y1, x2, y2) => Math.hypot(x2 - x1, y2 - y1) < SHORT;

  // The ends of those lines that cross what is seen.
  const crossing = (view, links) => {
    const found = [];
    for (const { from, to } of links) {
      const [x1, x2] = [view.x(from), view.x(to)];
      if (Math.max(x1, x2) < view.box[0] - 20 || Math.min(x1, x2) > view.box[2] + 20) continue;
      const [y1, y2] = [view.y(from), view.y(to)];
      if (Math.max(y1, y2) < view.box[1] - 20 || Math.min(y1, y2) > view.box[3] + 20) continue;
      if (!isShort(x1, y1, x2, y2)) found.push([x1, y1, x2, y2]);
    }
    return found;
  };

  const straight = (ctx, view, x1, y1, x2, y2) => {
    const at = (x) => y1 + ((y2 - y1) * (x - x1)) / (x2 - x1 || 1);
    const inside = (x) => Math.min(view.width + 60, Math.max(-60, x));
    const [from, to] = [inside(x1), inside(x2)];
    ctx.moveTo(from, from === x1 ? y1 : at(from));
    ctx.lineTo(to, to === x2 ? y2 : at(to));
  };

  // Many lines at once are drawn thin and pale, and very many straight and without heads: else nothing is seen but lines.
  const [FEW, MANY] = [120, 800];
  const lines = (ctx, view, ends, style, all = ends.length) => {
    const pale = Math.min(1, Math.max(0, (all - FEW) / (MANY - FEW)));
    ctx.globalAlpha = (1 - 0.6 * pale) * (view.searching ? 0.35 : 1);
    if (pale === 1 || (view.moving && view.many)) hairlines(ctx, view, ends, style, pale, all);
    else full(ctx, view, ends, style, pale);
    ctx.globalAlpha = 1;
  };

  // A line as thin as a pixel costs a tenth of a thicker one, and dashes cost as much again. So that a long run moves without
  // stutter, its many lines are such while it moves, and of very many only some are drawn.
  const hairlines = (ctx, view, ends, style, pale, all) => {
    const every = view.moving ? Math.ceil(all / MANY) : 1;
    ctx.beginPath();
    for (let place = 0; place < ends.length; place += every) {
      if (pale < 1) curve(ctx, view, ...ends[place]);
      else straight(ctx, view, ...ends[place]);
    }
    stroked(ctx, style.tint, 1 / view.ratio);
  };

  const full = (ctx, view, ends, style, pale) => {
    const width = style.width + (Math.min(style.width, 0.9) - style.width) * pale;
    ctx.beginPath();
    const heads = ends.map(([x1, y1, x2, y2]) => [x2, y2, ...curve(ctx, view, x1, y1, x2, y2)]);
    ctx.setLineDash(style.dash);
    stroked(ctx, style.tint, width);
    ctx.setLineDash([]);
    if (style.head === "none") return;
    ctx.beginPath();
    for (const one of heads) head(ctx, ...one, style.head);
    ctx.fillStyle = style.tint;
    if (style.head === "full") ctx.fill();
    else stroked(ctx, style.tint, Math.max(1.25, width * 0.75));
  };

  // -- parts of the whole, from back to front

  const ground = (ctx, view, c) => {
    ctx.fillStyle = c.paper;
    ctx.fillRect(0, 0, view.width, view.height);
    for (const lane of view.lanes) {
      const y = lane.top + AXIS - view.top;
      ctx.fillStyle = c["line-soft"];
      ctx.fillRect(view.gutter, y + lane.height - 1, view.width, 1);
    }
    ctx.fillStyle = c["line-soft"];
    for (const [x] of view.ticks) ctx.fillRect(Math.round(x), AXIS, 1, view.height);
    ctx.fillStyle = c.line;
    for (const lane of view.lanes) {
      const [x1, x2] = [Math.max(view.at(lane.from), view.gutter - 9), Math.min(view.at(lane.to), view.width + 9)];
      if (x2 >= x1) ctx.fillRect(x1, lane.middle + AXIS - view.top - 0.75, x2 - x1, 1.5);
    }
  };

  const bars = (ctx, view, c) => {
    const byColor = new Map();
    for (const event of view.seen) {
      const [x1, x2] = [Math.max(view.at(event.begin), view.gutter - 20), Math.min(view.at(event.end), view.width + 20)];
      if (x2 - x1 < 1) continue;
      const tint = typeOf(event.type).color;
      if (!byColor.has(tint)) byColor.set(tint, []);
      byColor.get(tint).push([Math.round(x1), Math.round(view.y(event)) - 4, Math.round(x2 - x1)]);
    }
    // Boxes one by one: browsers fill an upright box far quicker than a path of many.
    ctx.lineWidth = 1;
    for (const [tint, boxes] of byColor) {
      ctx.fillStyle = ctx.strokeStyle = c[tint];
      ctx.globalAlpha = 0.28;
      for (const [x, y, wide] of boxes) ctx.fillRect(x, y, wide, 8);
      if (view.moving && view.many) continue;
      ctx.globalAlpha = 0.75;
      for (const [x, y, wide] of boxes) if (wide > 5) ctx.strokeRect(x + 0.5, y + 0.5, wide - 1, 7);
    }
    ctx.globalAlpha = 1;
  };

  const edges = (ctx, view, c) => {
    const seen = view.links.map(([name, links]) => [edgeOf(name), crossing(view, links)]);
    const all = seen.reduce((sum, [, ends]) => sum + ends.length, 0);
    for (const [style, ends] of seen) lines(ctx, view, ends, { ...style, tint: c[style.color] }, all);
  };

  // Two lines side by side: told from every other line without color. It runs along the work of each of its events and from one to
  // the next, around marks of the same row that are not on it; where it crosses others, it is broken.
  const critical = (ctx, view, c) => {
    const pen = view.moving ? ctx : layer(ctx, view);
    pen.beginPath();
    view.chain.forEach((event, place) => {
      const before = view.chain[place - 1];
      const [x, y] = [view.x(event), view.y(event)];
      const begin = view.at(Math.min(event.end, before ? Math.max(event.begin, before.end) : event.begin));
      if (before) joined(pen, view, before, event, begin);
      if (x - begin >= 1 && x > view.gutter - 20 && begin < view.width + 20) {
        pen.moveTo(Math.max(begin, -60), y);
        pen.lineTo(Math.min(x, view.width + 60), y);
      }
    });
    pen.lineJoin = pen.lineCap = "round";
    stroked(pen, c.ink, 6);
    stroked(pen, c.mark, 3);
    ctx.globalAlpha = view.searching ? 0.25 : 1;
    if (pen !== ctx) {
      broken(pen, view);
      ctx.save();
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.drawImage(pen.canvas, 0, 0);
      ctx.restore();
    }
    ctx.globalAlpha = 1;
  };
  const joined = (ctx, view, from, to, x2) => {
    const [x1, y1, y2] = [view.x(from), view.y(from), view.y(to)];
    if (Math.max(x1, x2) < view.gutter - 20 || Math.min(x1, x2) > view.width + 20) return;
    if (y1 !== y2) curve(ctx, view, x1, y1, x2, y2);
    else if (x2 - x1 >= LONG_WAY && between(from, to)) below(ctx, Math.max(x1, -60), Math.min(view.x(to), view.width + 60), y1);
    else {
      ctx.moveTo(Math.max(x1, -60), y1);
      ctx.lineTo(Math.min(x2, view.width + 60), y2);
    }
  };
  // Whether a mark that is not on the path stands between two of a row.
  const between = (from, to) => {
    const { events } = from.lane;
    for (let place = from.inLane + 1; place < to.inLane; place++) {
      const { y, end } = events[place];
      if (y === from.y && end > from.end && end < to.end) return true;
    }
    return false;
  };
  const LONG_WAY = 36; // pixels; a shorter way around would be a hook
  const UNDER = R + 7; // of a row's middle: below its marks
  const below = (ctx, x1, x2, y) => {
    const turn = Math.min(12, (x2 - x1) / 2);
    ctx.moveTo(x1, y);
    ctx.bezierCurveTo(x1 + turn / 2, y, x1 + turn / 2, y + UNDER, x1 + turn, y + UNDER);
    ctx.lineTo(x2 - turn, y + UNDER);
    ctx.bezierCurveTo(x2 - turn / 2, y + UNDER, x2 - turn / 2, y, x2, y);
  };
  const broken = (pen, view) => {
    pen.globalCompositeOperation = "destination-out";
    pen.beginPath();
    for (const event of view.seen) {
      if (event.critical) continue;
      const [x, y] = [view.x(event), view.y(event)];
      pen.moveTo(x + R + 4, y);
      pen.arc(x, y, R + 4, 0, 7);
    }
    pen.fill();
    pen.globalCompositeOperation = "source-over";
  };
  // A canvas of its own, as large as the drawing, on which a line can be broken without harm to what lies under it.
  let spare = null;
  const layer = (ctx, view) => {
    const { width, height } = ctx.canvas;
    spare ??= document.createElement("canvas");
    Object.assign(spare, { width, height }); // which clears it
    const pen = spare.getContext("2d");
    pen.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    return pen;
  };

  const marks = (ctx, view, stampOf) => {
    const last = new Map(); // what was drawn last in each row: a second one at the same point shows nothing new
    const whole = (value) => Math.round(value * view.ratio) / view.ratio;
    for (const event of view.seen) {
      const side = sideOf(event);
      const [x, y] = [view.x(event), view.y(event)];
      if (!event.badges.length && !view.isFound(event)) {
        const before = last.get(y);
        if (before !== undefined && before[0] === event.type && Math.abs(before[1] - x) < 0.5) continue;
        last.set(y, [event.type, x]);
      }
      const dim = view.dimmed(event);
      if (dim) ctx.globalAlpha = 0.25;
      ctx.drawImage(stampOf(event), whole(x - side / 2), whole(y - side / 2), side, side);
      if (dim) ctx.globalAlpha = 1;
    }
  };

  // What an event is about, beside its mark, where nothing stands there.
  const labels = (ctx, view, c) => {
    if (view.seen.length > MOST_LABELS) return;
    ctx.font = `11px ${FONT}`;
    ctx.textBaseline = "middle";
    const taken = new Map();
    for (const event of [...view.seen].sort((a, b) => b.end - a.end)) {
      const [x, y] = [view.x(event), view.y(event)];
      const from = x + (event.untrusted ? 20 : 13);
      const until = taken.get(y) ?? view.width;
      taken.set(y, Math.min(view.at(event.begin), x - 14));
      const label = labelOf(event);
      if (!label || view.dimmed(event)) continue;
      const wide = ctx.measureText(label).width;
      if (from + wide + 4 > until) continue;
      ctx.lineJoin = "round";
      ctx.strokeStyle = c.paper;
      ctx.lineWidth = 6;
      ctx.strokeText(label, from, y + 0.5);
      ctx.fillStyle = c.muted;
      ctx.fillText(label, from, y + 0.5);
    }
  };
  const MOST_LABELS = 250;
  const labelOf = (event) => {
    if (event.tool !== null) return TraceReading.called(event.tool, 24);
    if (event.to !== null) return `→ ${TraceReading.called(event.to, 24)}`;
    const decision = TraceReading.text(TraceReading.inner(event.raw, "decision"));
    return decision === null ? "" : TraceReading.short(decision, 12);
  };

  const chosen = (ctx, view, c) => {
    const { selected } = view;
    if (!selected) return;
    const [x, y] = [view.x(selected), view.y(selected)];
    for (const { from, to } of [...selected.in, ...selected.out]) {
      ctx.beginPath();
      const ends = [view.x(from), view.y(from), view.x(to), view.y(to)];
      const bow = curve(ctx, view, ...ends);
      stroked(ctx, c.accent, 2.5);
      if (isShort(...ends)) continue;
      ctx.beginPath();
      head(ctx, view.x(to), view.y(to), ...bow, "full");
      ctx.fillStyle = c.accent;
      ctx.fill();
    }
    ctx.beginPath();
    ctx.rect(Math.round(x) - R - 7.5, Math.round(y) - R - 7.5, 2 * R + 15, 2 * R + 15);
    stroked(ctx, c.paper, 5);
    stroked(ctx, c.accent, 2.5);
  };

  // -- the frame: names of the agents to the left, the clock above

  const gutter = (ctx, view, c) => {
    ctx.fillStyle = c.paper;
    ctx.fillRect(0, 0, view.gutter, view.height);
    ctx.textBaseline = "middle";
    for (const lane of view.lanes) {
      const [y, middle] = [lane.top + AXIS - view.top, lane.middle + AXIS - view.top];
      const indent = 10 + Math.min(lane.agent.depth, 6) * 12;
      ctx.save();
      ctx.beginPath();
      ctx.rect(0, y, view.gutter - 6, lane.height);
      ctx.clip();
      if (lane.agent.depth) branch(ctx, indent, middle, c);
      named(ctx, lane.agent, indent, middle, view, c);
      ctx.restore();
      ctx.fillStyle = c["line-soft"];
      ctx.fillRect(0, y + lane.height - 1, view.gutter, 1);
    }
    ctx.fillStyle = c.line;
    ctx.fillRect(view.gutter - 1, 0, 1, view.height);
  };
  // The name and behind it the role, on as many lines as they need, at most three.
  const named = (ctx, agent, x, middle, view, c) => {
    const room = view.gutter - x - 10;
    const nameFont = (high) => `${agent.depth ? 400 : 600} ${high}px ${FONT}`;
    ctx.font = nameFont(13);
    const parts = ctx.measureText(TraceReading.called(agent.name, 60)).width <= room ? [TraceReading.called(agent.name, 60)] : halves(ctx, nameFont(12), TraceReading.called(agent.name, 60), room);
    const role = agent.role !== null && agent.role !== agent.name ? TraceReading.called(agent.role, 30) : "";
    const used = ctx.measureText(parts.at(-1)).width + 6;
    ctx.font = `11px ${FONT}`;
    const beside = role && used + ctx.measureText(role).width <= room + 2;
    const rows = parts.length + (role && !beside ? 1 : 0);
    const at = (row) => middle + (row - (rows - 1) / 2) * (rows > 2 ? 11.5 : 14);
    ctx.fillStyle = c.muted;
    if (beside) ctx.fillText(role, x + used, at(rows - 1) + 0.5);
    else if (role) ctx.fillText(fitted(ctx, role, room), x, at(rows - 1));
    ctx.font = nameFont(parts.length > 1 ? 12 : 13);
    ctx.fillStyle = view.selected?.lane === agent ? c.accent : c.ink;
    parts.forEach((part, row) => ctx.fillText(part, x, at(row)));
  };
  // A name on two lines, parted behind the last sign that parts words and leaves a first line that fits, else wherever it is full.
  const halves = (ctx, font, name, room) => {
    ctx.font = font;
    const letters = [...name];
    let fits = letters.length;
    while (fits > 1 && ctx.measureText(letters.slice(0, fits).join("")).width > room) fits -= 1;
    if (fits === letters.length) return [name];
    let end = fits;
    while (end > 2 && !/[\s_.\-/:]/.test(letters[end - 1])) end -= 1;
    const place = end > 2 ? end : fits;
    return [letters.slice(0, place).join("").trim(), fitted(ctx, letters.slice(place).join("").trim(), room)];
  };
  const branch = (ctx, x, y, c) => {
    ctx.beginPath();
    ctx.moveTo(x - 9, y - 12);
    ctx.lineTo(x - 9, y);
    ctx.lineTo(x - 3, y);
    stroked(ctx, c.muted, 1);
  };
  const fitted = (ctx, text, width) => {
    if (ctx.measureText(text).width <= width) return text;
    const letters = [...text];
    let [low, high] = [0, letters.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (ctx.measureText(`${letters.slice(0, middle).join("")}…`).width <= width) low = middle;
      else high = middle - 1;
    }
    return `${letters.slice(0, low).join("")}…`;
  };

  const axis = (ctx, view, c) => {
    ctx.fillStyle = c.paper;
    ctx.fillRect(0, 0, view.width, AXIS);
    ctx.font = `11px ${FONT}`;
    ctx.textBaseline = "middle";
    ctx.textAlign = "center";
    for (const [x, label] of view.ticks) {
      if (x < view.gutter || x > view.width - 4) continue;
      ctx.fillStyle = c.muted;
      ctx.fillRect(Math.round(x), AXIS - 5, 1, 5);
      ctx.fillText(label, Math.min(x, view.width - ctx.measureText(label).width / 2 - 2), AXIS / 2 - 1);
    }
    ctx.textAlign = "left";
    ctx.fillStyle = c.paper;
    ctx.fillRect(0, 0, view.gutter, AXIS);
    ctx.fillStyle = c.muted;
    const unit = view.unit.find((wording) => ctx.measureText(wording).width <= view.gutter - 14) ?? view.unit.at(-1);
    ctx.fillText(fitted(ctx, unit, view.gutter - 14), 10, AXIS / 2 - 1);
    ctx.fillStyle = c.line;
    ctx.fillRect(0, AXIS - 1, view.width, 1);
  };

  const content = (ctx, view, c, stampOf) => {
    ground(ctx, view, c);
    bars(ctx, view, c);
    if (view.chain.length > 1) critical(ctx, view, c);
    edges(ctx, view, c);
    lines(ctx, view, crossing(view, view.spread), { tint: c.gap, width: 2.5, dash: [3, 4], head: "full" });
    chosen(ctx, view, c);
    marks(ctx, view, stampOf);
  };

  /** Draw what a view shows. */
  const painted = (ctx, view, c, stampOf) => {
    ctx.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    content(ctx, view, c, stampOf);
    labels(ctx, view, c);
    gutter(ctx, view, c);
    axis(ctx, view, c);
  };

  /** Draw what a view shows, of which all but some parts, given as views, stood there before at another place. */
  const shifted = (ctx, view, c, stampOf, before, bare) => {
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(ctx.canvas, (before.left - view.left) * view.ratio, (before.top - view.top) * view.ratio);
    ctx.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    for (const part of bare) {
      const [x1, y1, x2, y2] = part.box;
      ctx.save();
      ctx.beginPath();
      ctx.rect(x1, y1, x2 - x1, y2 - y1);
      ctx.clip();
      content(ctx, part, c, stampOf);
      ctx.restore();
    }
    gutter(ctx, view, c);
    axis(ctx, view, c);
  };

  // -- samples for the legend

  const sample = (ctx, draw) => {
    ctx.clearRect(0, 0, 36, 24);
    draw(ctx);
  };
  const lineSample = (style) => (ctx, c) => {
    ctx.beginPath();
    ctx.moveTo(1, 12);
    ctx.lineTo(26, 12);
    ctx.setLineDash(style.dash);
    stroked(ctx, c[style.color], style.width);
    ctx.setLineDash([]);
    if (style.head === "none") return;
    ctx.beginPath();
    head(ctx, 35 + R, 12, 1, 12, style.head);
    ctx.fillStyle = c[style.color];
    if (style.head === "full") ctx.fill();
    else stroked(ctx, c[style.color], Math.max(1.25, style.width * 0.75));
  };
  const SAMPLES = {
    [CRITICAL]: (ctx, c) => {
      ctx.beginPath();
      ctx.moveTo(4, 12);
      ctx.lineTo(32, 12);
      ctx.lineCap = "round";
      stroked(ctx, c.ink, 6);
      stroked(ctx, c.mark, 3);
    },
    [SPREAD]: lineSample({ color: "gap", width: 2.5, dash: [3, 4], head: "full" }),
    interval: (ctx, c) => {
      ctx.fillStyle = c.c2;
      ctx.globalAlpha = 0.28;
      ctx.fillRect(3, 8, 30, 8);
      ctx.globalAlpha = 1;
      ctx.strokeStyle = c.c2;
      ctx.strokeRect(3.5, 8.5, 29, 7);
    },
  };
  /** Return what draws a sample of something onto a canvas of 36 by 24: an event or edge type, a badge, or a name in SAMPLES. */
  const sampler = (kind, name) => (ctx, c) =>
    sample(ctx, () => {
      ctx.save();
      if (kind === "edge") lineSample(edgeOf(name))(ctx, c);
      else if (kind === "line") SAMPLES[name](ctx, c);
      else {
        ctx.translate(18, 13);
        const type = kind === "event" ? typeOf(name) : { ...OTHER, color: "muted" };
        drawShape(ctx, type, c[type.color], c.paper);
        if (kind === "badge") BADGES[name](ctx, c);
      }
      ctx.restore();
    });

  return { AXIS, EDGE, R, CRITICAL, SPREAD, TYPES, EDGES, colors, stamps, badgesOf, painted, shifted, sampler, labelOf };
})();
