// What a trace's JSON says, as far as it can be drawn. Nothing is judged or measured here: `masrl trace` does that.
// Any JSON whatever gives a model, or a Refusal that says why not.
"use strict";
const TraceReading = (() => {
  const MOST_BYTES = 64 * 1024 * 1024;
  const MOST_EVENTS = 200000;
  const LARGEST = 1e300; // sums and differences of what is smaller are numbers, and what is as large has no place in a drawing
  const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

  /** Why nothing can be drawn (the message), what was found, and what to do about it. */
  class Refusal extends Error {
    constructor(message, found, hint) {
      super(message);
      this.found = found;
      this.hint = hint;
    }
  }

  // -- texts: whatever stands in a trace is hostile

  // What cannot be seen, or turns the text around it, stands as its code point.
  const visible = (text) => text.replace(UNSEEN, (c) => `<U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}>`);

  const short = (text, length = 80) => (text.length > length ? `${visible(text.slice(0, length))}…` : visible(text));

  // A name, in quotes where nothing of it would be seen.
  const called = (name, length) => (/[^\s\u115f\u1160\u2800\u3164\uffa0]/.test(name) ? short(name, length) : `"${short(name, length)}"`);

  const words = (name) => short(name.replaceAll("_", " "), 40);

  // Part of an address: half a surrogate pair has none.
  const escaped = (text) => encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));

  // As the commands show measures: four digits, whole numbers with all of theirs.
  const brief = (value) => {
    if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
    const [digits, power] = value.toExponential(3).split("e");
    if (power >= -4 && power < 4) return String(Number(value.toPrecision(4)));
    return `${Number(digits)}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  };

  const number = (value) => {
    if (value === 0 || (Math.abs(value) >= 0.001 && Math.abs(value) < 1e15)) return String(Number(value.toPrecision(Math.abs(value) < 1e4 ? 5 : 15)));
    return value.toExponential(3);
  };

  // -- what a value is, where it is of the type that is asked for

  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const text = (value) => (typeof value === "string" ? value : null);
  const finite = (value) => (typeof value === "number" && Math.abs(value) < LARGEST ? value : null);
  const listed = (value) => (Array.isArray(value) ? value : []);
  const inner = (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined);
  const texts = (value) => listed(value).filter((item) => typeof item === "string");

  // By code points, as the command sorts: JavaScript's own order puts what lies beyond U+FFFF before U+E000.
  const rank = (unit) => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);
  const byCodePoint = (a, b) => {
    let place = 0;
    while (place < a.length && place < b.length && a.charCodeAt(place) === b.charCodeAt(place)) place += 1;
    if (place === a.length || place === b.length) return a.length - b.length;
    return rank(a.charCodeAt(place)) - rank(b.charCodeAt(place));
  };

  // -- events

  const rewardsOf = (value) => {
    const found = Array.isArray(value) ? value.filter(isObject).map((one) => ({ ...one })) : isObject(value) ? Object.entries(value).map(([channel, amount]) => ({ channel, value: amount })) : [];
    return found.filter((one) => Number.isFinite(one.value)); // nothing is added up, so that they may be as large as they are
  };

  const eventOf = (raw, place) => {
    const error = inner(raw, "error");
    const get = (key) => inner(raw, key);
    const id = get("id");
    return {
      raw, place,
      id: typeof id === "number" ? String(id) : text(id) ?? `event ${place + 1}`,
      t: finite(get("t")),
      when: typeof get("t") === "number" ? get("t") : Infinity, // for the order alone
      start: finite(get("t_start")),
      type: text(get("type")) ?? "without a type",
      agent: text(get("agent")) ?? "(nobody)",
      to: text(get("to")),
      tool: text(get("tool")),
      seq: Number.isInteger(get("seq")) ? get("seq") : null,
      status: text(get("status")),
      untrusted: get("trusted") === false,
      rewards: rewardsOf(get("rewards")),
      inferred: texts(get("inferred")),
      failed: isObject(error) || get("status") === "error",
      cause: null, // the event that its error goes back to
      first: isObject(error) && Object.hasOwn(error, "cause") && error.cause === null,
      causeId: text(inner(error, "cause")),
      spoiled: [], // the events whose errors go back to this one
      critical: false,
      number: 0, // in the order of the run, from 1
      in: [], out: [],
    };
  };

  // -- the order: by seq where every event has one of its own; else by t, at equal t along the edges, then by id

  const ordered = (events, links) => {
    const seqs = new Set(events.map((event) => event.seq));
    if (!seqs.has(null) && seqs.size === events.length) return [...events].sort((a, b) => a.seq - b.seq);
    const level = levels(events, links);
    const later = (a, b) => (a.when === b.when ? 0 : a.when - b.when);
    return [...events].sort((a, b) => later(a, b) || level[a.place] - level[b.place] || byCodePoint(a.id, b.id) || a.place - b.place);
  };

  // How many edges lead to an event from events of the same time; 0 on a cycle.
  const levels = (events, links) => {
    const level = new Array(events.length).fill(0);
    const tied = links.filter(({ from, to }) => from.when === to.when && from !== to);
    const follow = new Map();
    const waits = new Map();
    for (const { from, to } of tied) {
      if (!follow.has(from)) follow.set(from, []);
      follow.get(from).push(to);
      waits.set(to, (waits.get(to) ?? 0) + 1);
    }
    const ready = [...follow.keys()].filter((event) => !waits.has(event));
    for (const event of ready) {
      for (const after of follow.get(event) ?? []) {
        level[after.place] = Math.max(level[after.place], level[event.place] + 1);
        waits.set(after, waits.get(after) - 1);
        if (!waits.get(after)) ready.push(after);
      }
    }
    return level;
  };

  // -- agents, in the order in which they appear, each behind its parent

  const agentsOf = (events, table) => {
    const agents = new Map();
    const appears = (name) => {
      if (!agents.has(name)) agents.set(name, { name, parent: null, children: [], depth: 0, events: [], about: [], role: null, kind: null, model: null });
      return agents.get(name);
    };
    for (const event of events) {
      const agent = appears(event.agent);
      event.inLane = agent.events.push(event) - 1;
      event.lane = agent;
      agent.role ??= text(inner(event.raw, "role"));
      if (event.type === "spawn" && event.to !== null) appears(event.to).spawner ??= event.agent;
      if (event.type === "spawn" || event.type === "despawn") agents.get(event.to)?.about.push(event);
      agent.stated ??= text(inner(event.raw, "parent_agent"));
    }
    for (const agent of agents.values()) {
      const known = isObject(table) ? inner(table, agent.name) : undefined;
      for (const key of ["role", "kind", "model"]) agent[key] = text(inner(known, key)) ?? agent[key];
      const parent = agents.get(agent.spawner ?? agent.stated ?? text(inner(known, "parent")));
      if (parent !== undefined && parent !== agent) agent.parent = parent;
    }
    return nested([...agents.values()]);
  };

  const nested = (agents) => {
    for (const agent of agents) agent.parent?.children.push(agent);
    const found = new Set();
    const add = (agent, depth) => {
      const open = [[agent, depth]];
      while (open.length) {
        const [next, deep] = open.pop();
        if (found.has(next)) continue;
        found.add(next);
        next.depth = deep;
        for (const child of [...next.children].reverse()) open.push([child, deep + 1]);
      }
    };
    for (const agent of agents) if (agent.parent === null) add(agent, 0);
    for (const agent of agents) if (!found.has(agent)) add(agent, 0); // parents of each other
    return [...found];
  };

  // -- the whole

  const linksOf = (document_, byId) => {
    const links = [];
    let loose = 0;
    for (const raw of listed(document_.edges)) {
      const [from, to] = [byId.get(inner(raw, "src")), byId.get(inner(raw, "dst"))];
      if (from === undefined || to === undefined) loose += 1;
      else links.push({ from, to, type: text(inner(raw, "type")) ?? "without a type" });
    }
    return [links, loose];
  };

  const refuseWhatIsNone = (value) => {
    const check = "masrl trace check FILE names what is wrong, with the line.";
    if (!isObject(value)) throw new Refusal("This is no trace", `A trace is a JSON object; this file holds ${Array.isArray(value) ? "a list" : `a ${value === null ? "null" : typeof value}`}.`, check);
    if (!Array.isArray(inner(value, "events"))) {
      throw new Refusal("This is no trace", "It has no list of events.", "Is it another program's record of a run? masrl trace convert FILE turns several of these into a trace.");
    }
    const version = text(value.schema_version);
    if (version !== null && !["1", "2"].includes(version.split(".")[0])) {
      throw new Refusal("A version that is not known", `The file says that it is of version ${short(version, 40)}; versions 1 and 2 are drawn.`, "A newer masrl may draw it.");
    }
    if (!value.events.some(isObject)) throw new Refusal("The trace is empty", "There is no event in it.", check);
    if (value.events.length > MOST_EVENTS) throw new Refusal("The trace is too long to be drawn", `It has ${value.events.length.toLocaleString("en")} events; at most ${MOST_EVENTS.toLocaleString("en")} are drawn.`, "masrl trace report FILE measures it all the same.");
  };

  /** Return what is drawn of a trace. `said` is what the command computed: `critical`, the places of the events on the critical path. */
  const model = (value, said = {}) => {
    refuseWhatIsNone(value);
    const events = value.events.filter(isObject).map(eventOf);
    const byId = new Map();
    for (const event of events) if (!byId.has(event.id)) byId.set(event.id, event);
    const [links, loose] = linksOf(value, byId);
    const order = ordered(events, links);
    order.forEach((event, place) => (event.number = place + 1));
    for (const link of links) {
      link.from.out.push(link);
      link.to.in.push(link);
    }
    for (const event of events) {
      if (event.causeId === null || !byId.has(event.causeId) || byId.get(event.causeId) === event) continue;
      event.cause = byId.get(event.causeId);
      event.cause.spoiled.push(event);
    }
    for (const reward of Array.isArray(value.rewards) ? rewardsOf(value.rewards) : []) {
      byId.get(reward.target)?.rewards.push(reward);
    }
    const byPlace = new Map(events.map((event) => [event.raw, event]));
    const chain = listed(said.critical).map((place) => byPlace.get(value.events[place])).filter(Boolean);
    for (const event of chain) event.critical = true;
    const agents = agentsOf(order, value.agents);
    agents.forEach((agent, place) => (agent.place = place));
    const byAddress = new Map();
    for (const event of order) if (!byAddress.has(escaped(event.id))) byAddress.set(escaped(event.id), event);
    return { value, events, order, links, agents, chain, byAddress, clock: clockOf(value, events), notes: notesOf(value, events, links, loose), missing: texts(inner(value.provenance, "missing")) };
  };

  // Events along edges that lead back to the first of them; empty where there is no such circle.
  const circle = (links) => {
    const left = new Map(); // event to how many edges lead to it from events that are left
    for (const { to } of links) left.set(to, (left.get(to) ?? 0) + 1);
    const ready = [...new Set(links.map(({ from }) => from))].filter((event) => !left.has(event));
    for (const event of ready) {
      for (const { to } of event.out) {
        left.set(to, left.get(to) - 1);
        if (!left.get(to)) {
          left.delete(to);
          ready.push(to);
        }
      }
    }
    // To each of what is left an edge leads from another of it: who goes back along these comes to one for the second time.
    const way = [];
    const seen = new Map();
    for (let [event] = left.keys(); event !== undefined && !seen.has(event); event = event.in.find(({ from }) => left.has(from))?.from) {
      seen.set(event, way.length);
      way.push(event);
    }
    const again = way.at(-1)?.in.find(({ from }) => left.has(from))?.from;
    return again === undefined ? [] : way.slice(seen.get(again)).reverse();
  };
  const circleNote = (links) => {
    const found = circle(links);
    const shown = found.slice(0, 8).map((event) => called(event.id, 40));
    return found.length > 0 && `edges lead in a circle, which cannot be: ${[...shown, ...(found.length > 8 ? ["…"] : []), shown[0]].join(" → ")}`;
  };

  const clockOf = (value, events) => {
    const unit = text(inner(value.clock, "unit"));
    const known = events.some((event) => event.t !== null) && !texts(inner(value.provenance, "missing")).includes("t");
    return { unit: unit === "seconds" ? "s" : unit === "ordinal" ? "steps" : "", known, origin: text(inner(value.clock, "origin")) };
  };

  const notesOf = (value, events, links, loose) => {
    const large = events.filter((event) => event.t === null && Math.abs(event.when) < Infinity).length;
    const untimed = events.filter((event) => event.t === null).length - large;
    const strange = value.events.length - events.length;
    return [
      loose && `${loose} ${loose === 1 ? "edge ends" : "edges end"} at events that do not exist and ${loose === 1 ? "is" : "are"} not drawn`,
      circleNote(links),
      untimed && `${untimed} ${untimed === 1 ? "event has" : "events have"} no time and ${untimed === 1 ? "stands" : "stand"} behind the event before`,
      large && `${large} ${large === 1 ? "event has a time" : "events have times"} of 1e300 or more, which no axis reaches, and ${large === 1 ? "stands" : "stand"} behind the event before`,
      strange && `${strange} ${strange === 1 ? "item" : "items"} among the events ${strange === 1 ? "is" : "are"} no object and left out`,
    ].filter(Boolean);
  };

  const isTrace = (line) => {
    try {
      const value = JSON.parse(line);
      return Array.isArray(inner(value, "events")) && inner(value, "edges") !== undefined;
    } catch {
      return false;
    }
  };

  /** Return the JSON value of a file's bytes; throws a Refusal for anything else. */
  const parsed = (bytes) => {
    if (!bytes.byteLength) throw new Refusal("The file is empty", "There is nothing in it.", "");
    let read;
    try {
      read = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new Refusal("This is no text", "The file is not UTF-8.", "A trace is a JSON file in UTF-8.");
    }
    try {
      return JSON.parse(read);
    } catch (error) {
      const lines = /^\s*\{.*\}\s*\n\s*\{/.test(read.slice(0, 100000));
      if (lines && isTrace(read.slice(0, read.indexOf("\n", read.indexOf("{"))))) throw new Refusal("This is more than one trace", "Each line is JSON by itself, and the first is a trace.", "One trace a file.");
      if (lines) throw new Refusal("This is no trace", "Each line is JSON by itself, as in the logs of many programs.", "masrl trace convert FILE turns several kinds of these into a trace.");
      const why = error instanceof SyntaxError ? "It is not JSON, or breaks off in the middle." : "It is nested too deeply.";
      throw new Refusal("This cannot be read", why, "masrl trace check FILE names the line.");
    }
  };

  return { MOST_BYTES, Refusal, model, parsed, visible, short, called, words, escaped, number, brief, isObject, inner, text, finite, rewardsOf };
})();
