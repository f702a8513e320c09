// Where everything stands: a lane an agent, from top to bottom; along it by time, or one event after the other.
"use strict";
const TraceLanes = (() => {
  // A row of events of one lane, what bows over the rows, and what is below them. Of a long list of agents more is seen at once where
  // rows only keep bars apart: marks of two rows seldom stand above each other.
  const WIDE = { row: 22, above: 11, below: 5, least: 38 };
  const TIGHT = { row: 9, above: 9, below: 3, least: 28 };
  const CROWD = 2400; // pixels, some four windows
  const MOST_ROWS = 6; // events of one agent at one time beyond these lie on each other

  // By order, an event takes one step. By time, its end is when it was complete; who has no time stands behind the one before.
  const spans = (model, byTime) => {
    let last = 0;
    const first = lowest(model);
    for (const event of model.order) {
      const end = event.t ?? last + first;
      event.end = byTime ? end - first : event.number;
      event.begin = byTime ? Math.min(event.start ?? end, end) - first : event.number;
      last = byTime ? event.end : 0;
    }
  };

  // Not spread over the arguments of one call: a long run has more events than those may be.
  const lowest = (model) => {
    let low = Infinity;
    for (const { t, start } of model.events) low = Math.min(low, t ?? Infinity, start ?? Infinity);
    return Number.isFinite(low) ? low : 0;
  };

  // The first row in which an event neither overlaps another nor ends where that one ends.
  const packed = (events) => {
    const ends = [];
    for (const event of [...events].sort((a, b) => a.begin - b.begin || a.end - b.end || a.number - b.number)) {
      let row = ends.findIndex((end) => event.begin >= end && event.end > end);
      if (row < 0) row = ends.length < MOST_ROWS ? ends.length : ends.indexOf(Math.min(...ends));
      ends[row] = event.end;
      event.row = row;
    }
    return Math.max(1, ends.length);
  };

  /** Return the lanes with their tops and heights, and give every event its place: begin, end (in the clock's unit, or steps) and y. */
  const laid = (model, byTime) => {
    spans(model, byTime);
    const rows = model.agents.map((agent) => packed(agent.events));
    const tall = (count, { row, above, below, least }) => Math.max(least, above + count * row + below);
    const form = rows.reduce((sum, count) => sum + tall(count, WIDE), 0) > CROWD ? TIGHT : WIDE;
    let top = 0;
    const lanes = model.agents.map((agent, place) => {
      const height = tall(rows[place], form);
      const first = top + form.above + (height - form.above - form.below - rows[place] * form.row) / 2;
      const lane = { agent, top, height, middle: first + (rows[place] * form.row) / 2 };
      for (const event of agent.events) event.y = first + (event.row + 0.5) * form.row;
      top += lane.height;
      return lane;
    });
    let [low, high] = [Infinity, -Infinity];
    for (const event of model.events) {
      low = Math.min(low, event.begin);
      high = Math.max(high, event.end);
    }
    for (const lane of lanes) Object.assign(lane, life(lane.agent, low));
    return { lanes, height: top, low, span: high - low, byTime, origin: byTime ? lowest(model) : 0 };
  };

  // Of the distances between marks of one row, that which most are longer than; those at one place stay there at any scale.
  const usual = (layout) => {
    const found = [];
    for (const { agent } of layout.lanes) {
      const last = new Map();
      for (const { row, end } of [...agent.events].sort((a, b) => a.end - b.end)) {
        if (last.has(row) && end > last.get(row)) found.push(end - last.get(row));
        last.set(row, end);
      }
    }
    found.sort((a, b) => a - b);
    return found.length ? found[Math.floor(found.length * 0.2)] : Infinity;
  };

  // From when to when a line shows that an agent was there: from its spawn, or its first event, to its last.
  const life = (agent, low) => {
    let [from, to] = [Infinity, -Infinity];
    for (const event of agent.events) {
      from = Math.min(from, event.begin);
      to = Math.max(to, event.end);
    }
    for (const event of agent.about) {
      from = event.type === "spawn" ? Math.min(from, event.end) : from;
      to = Math.max(to, event.end);
    }
    return from === Infinity ? { from: low, to: low } : { from, to: Math.max(from, to) };
  };

  // -- ticks

  const STEPS = [1, 2, 5];
  const CLOCK = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];

  /** Return the distance between two ticks that is at least `least`, a number that people count by. */
  const step = (least, unit) => {
    const clock = unit === "s" && least > 10 ? CLOCK.find((one) => one >= least) : undefined;
    if (clock !== undefined) return clock;
    const power = 10 ** Math.floor(Math.log10(least));
    return power * (STEPS.find((one) => one * power >= least) ?? 10);
  };

  const LONGEST = 1e9; // seconds; hours beyond are no number that people read

  /** Return a time as the axis shows it, given the distance of two ticks. */
  const time = (value, unit, distance) => {
    if (unit !== "s" || distance < 15 || Math.max(value, distance) >= LONGEST) return TraceReading.number(Number(value.toPrecision(12)));
    const [hours, minutes, seconds] = [Math.floor(value / 3600), Math.floor(value / 60) % 60, Math.round(value % 60)];
    const two = (part) => String(part).padStart(2, "0");
    return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  };

  return { laid, step, time, usual };
})();
