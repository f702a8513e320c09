"use strict";
const TraceReading = (() => {
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_EVENTS = 200000;
const LARGEST = 1e300; // sums and differences of what is smaller are numbers, and what is as large has no place in a drawing
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
class Refusal extends Error {
constructor(message, found, hint) {
super(message);
this.found = found;
this.hint = hint;
}
}
const visible = (text) => text.replace(UNSEEN, (c) => `<U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}>`);
const short = (text, length = 80) => (text.length > length ? `${visible(text.slice(0, length))}…` : visible(text));
const called = (name, length) => (/[^\s\u115f\u1160\u2800\u3164\uffa0]/.test(name) ? short(name, length) : `"${short(name, length)}"`);
const words = (name) => short(name.replaceAll("_", " "), 40);
const escaped = (text) => encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));
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
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value) => (typeof value === "string" ? value : null);
const finite = (value) => (typeof value === "number" && Math.abs(value) < LARGEST ? value : null);
const listed = (value) => (Array.isArray(value) ? value : []);
const inner = (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined);
const texts = (value) => listed(value).filter((item) => typeof item === "string");
const rank = (unit) => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);
const byCodePoint = (a, b) => {
let place = 0;
while (place < a.length && place < b.length && a.charCodeAt(place) === b.charCodeAt(place)) place += 1;
if (place === a.length || place === b.length) return a.length - b.length;
return rank(a.charCodeAt(place)) - rank(b.charCodeAt(place));
};
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
const ordered = (events, links) => {
const seqs = new Set(events.map((event) => event.seq));
if (!seqs.has(null) && seqs.size === events.length) return [...events].sort((a, b) => a.seq - b.seq);
const level = levels(events, links);
const later = (a, b) => (a.when === b.when ? 0 : a.when - b.when);
return [...events].sort((a, b) => later(a, b) || level[a.place] - level[b.place] || byCodePoint(a.id, b.id) || a.place - b.place);
};
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
"use strict";
const TraceLanes = (() => {
const WIDE = { row: 22, above: 11, below: 5, least: 38 };
const TIGHT = { row: 9, above: 9, below: 3, least: 28 };
const CROWD = 2400; // pixels, some four windows
const MOST_ROWS = 6; // events of one agent at one time beyond these lie on each other
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
const lowest = (model) => {
let low = Infinity;
for (const { t, start } of model.events) low = Math.min(low, t ?? Infinity, start ?? Infinity);
return Number.isFinite(low) ? low : 0;
};
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
const STEPS = [1, 2, 5];
const CLOCK = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];
const step = (least, unit) => {
const clock = unit === "s" && least > 10 ? CLOCK.find((one) => one >= least) : undefined;
if (clock !== undefined) return clock;
const power = 10 ** Math.floor(Math.log10(least));
return power * (STEPS.find((one) => one * power >= least) ?? 10);
};
const LONGEST = 1e9; // seconds; hours beyond are no number that people read
const time = (value, unit, distance) => {
if (unit !== "s" || distance < 15 || Math.max(value, distance) >= LONGEST) return TraceReading.number(Number(value.toPrecision(12)));
const [hours, minutes, seconds] = [Math.floor(value / 3600), Math.floor(value / 60) % 60, Math.round(value % 60)];
const two = (part) => String(part).padStart(2, "0");
return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
};
return { laid, step, time, usual };
})();
"use strict";
const TracePaint = (() => {
const AXIS = 30; // height of the axis above the lanes
const EDGE = 28; // room at both ends of the lanes
const R = 6; // of a mark
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
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
const colors = (node) => {
const style = getComputedStyle(node);
return Object.fromEntries(COLORS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
};
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
const sideOf = (event) => 2 * (R + (event.badges.length ? 12 : 4));
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
const stamp = canvas.transferToImageBitmap?.() ?? canvas;
made.set(key, stamp);
return stamp;
};
return (event) => {
if (!of.has(event)) of.set(event, drawn(event));
return of.get(event);
};
};
const head = (ctx, x, y, fromX, fromY, kind) => {
const angle = Math.atan2(y - fromY, x - fromX);
const [tipX, tipY] = [x - Math.cos(angle) * (R + 2), y - Math.sin(angle) * (R + 2)];
ctx.moveTo(tipX - 8 * Math.cos(angle - 0.4), tipY - 8 * Math.sin(angle - 0.4));
ctx.lineTo(tipX, tipY);
ctx.lineTo(tipX - 8 * Math.cos(angle + 0.4), tipY - 8 * Math.sin(angle + 0.4));
if (kind === "full") ctx.closePath();
};
const bent = (x1, y1, x2, y2) => {
if (y1 === y2) {
const bow = y1 - 1.4 * Math.min(9, 4 + Math.abs(x2 - x1) / 40);
return [[x1, x1 + (x2 - x1) / 3, x2 - (x2 - x1) / 3, x2], [y1, bow, bow, y2]];
}
const pull = Math.min(60, Math.max(Math.abs(x2 - x1) / 2, 4)) * Math.sign(x2 - x1 || 1);
return [[x1, x1 + pull, x2 - pull, x2], [y1, y1, y2, y2]];
};
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
const curve = (ctx, view, x1, y1, x2, y2) => {
const whole = bent(x1, y1, x2, y2);
const [xs, ys] = cut(view, whole);
ctx.moveTo(xs[0], ys[0]);
ctx.bezierCurveTo(xs[1], ys[1], xs[2], ys[2], xs[3], ys[3]);
if (Math.abs(x2 - x1) < 16 && y1 !== y2) return [x1, y1];
return [part(whole[0], 0.9, 0.9)[0], part(whole[1], 0.9, 0.9)[0]];
};
const SHORT = 2 * (R + 2) + 14;
const isShort = (x1, y1, x2, y2) => Math.hypot(x2 - x1, y2 - y1) < SHORT;
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
const [FEW, MANY] = [120, 800];
const lines = (ctx, view, ends, style, all = ends.length) => {
const pale = Math.min(1, Math.max(0, (all - FEW) / (MANY - FEW)));
ctx.globalAlpha = (1 - 0.6 * pale) * (view.searching ? 0.35 : 1);
if (pale === 1 || (view.moving && view.many)) hairlines(ctx, view, ends, style, pale, all);
else full(ctx, view, ends, style, pale);
ctx.globalAlpha = 1;
};
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
const painted = (ctx, view, c, stampOf) => {
ctx.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
content(ctx, view, c, stampOf);
labels(ctx, view, c);
gutter(ctx, view, c);
axis(ctx, view, c);
};
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
"use strict";
const TracePanel = (() => {
const { visible, called, short, words, escaped, number, isObject } = TraceReading;
const LONG = 1200; // characters of one value before it is cut
const MANY = 40; // edges before the rest is folded
const PAGE = 200; // rows of the table at a time
const make = (tag, properties = {}, ...children) => {
const node = Object.assign(document.createElement(tag), properties);
node.append(...children.filter((child) => child !== null && child !== false && child !== undefined));
return node;
};
const button = (label, act, properties = {}) => {
const node = make("button", { type: "button", ...properties }, label);
node.addEventListener("click", act);
return node;
};
const address = (event) => `#event=${escaped(event.id)}`;
const named = (event) => `${called(event.id, 40)}, ${words(event.type)} by ${called(event.agent, 40)}`;
const link = (event, label) => make("a", { href: address(event), className: "trace-event" }, label ?? named(event));
const inUnit = (value, unit) => `${number(value)}${unit === "s" ? " s" : ""}`;
const when = (event, clock) => {
if (event.t === null) return "time unknown";
const since = event.start !== null && event.start < event.t ? `${inUnit(event.start, "")} to ` : "";
return `${since}${inUnit(event.t, clock.unit)}`;
};
const written = (value) => {
if (typeof value === "string") return value.split(/(\n|\t)/).map((part) => (part === "\n" || part === "\t" ? part : visible(part))).join("");
try {
return visible(JSON.stringify(value, null, isObject(value) || Array.isArray(value) ? 1 : 0) ?? "").replaceAll("<U+000A>", "\n");
} catch {
return "nested too deeply to be shown";
}
};
const valueNode = (value) => {
const whole = written(value);
const kind = typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? "span" : "pre";
const node = make(kind, { className: "trace-value", dir: "auto" });
if (kind === "pre") node.tabIndex = 0;
if (whole.length <= LONG) {
node.textContent = whole;
return node;
}
node.textContent = `${whole.slice(0, LONG)}…`;
const more = button(`Show all ${whole.length.toLocaleString("en")} characters`, () => {
node.textContent = whole;
more.remove();
});
return make("div", {}, node, more);
};
const rowsOf = (event) => {
const rows = make("dl", { className: "trace-keys" });
for (const [key, value] of Object.entries(event.raw)) {
const guessed = event.inferred.includes(key) ? make("small", {}, " guessed") : null;
rows.append(make("div", {}, make("dt", {}, short(key, 60), guessed), make("dd", {}, valueNode(value))));
}
return rows;
};
const edgeList = (title, links, end) => {
if (!links.length) return null;
const list = make("ul", { className: "trace-edges" });
const item = (one) => make("li", {}, make("small", {}, words(one.type)), " ", link(one[end]));
list.append(...links.slice(0, MANY).map(item));
if (links.length > MANY) {
const rest = make("li", {}, button(`and ${links.length - MANY} more`, () => rest.replaceWith(...links.slice(MANY).map(item))));
list.append(rest);
}
return make("section", {}, make("h3", {}, title), list);
};
const originOf = (event) => {
const way = [];
const seen = new Set([event]);
for (let at = event.cause; at !== null && !seen.has(at); at = at.cause) {
seen.add(at);
way.push(at);
}
return way;
};
const spoiledBy = (event) => {
const found = new Set();
const open = [...event.spoiled];
while (open.length) {
const next = open.pop();
if (found.has(next) || next === event) continue;
found.add(next);
open.push(...next.spoiled);
}
return [...found].sort((a, b) => a.number - b.number);
};
const errorNote = (event) => {
const spoiled = spoiledBy(event);
if (!event.failed && !spoiled.length) return null;
const way = originOf(event);
const began = event.first ? "It began here." : way.length ? "It goes back to " : event.failed ? "Where it began is not said." : "";
const chain = way.flatMap((one, place) => [place ? ", this to " : "", link(one, called(one.id, 40))]);
const list = make("ul", { className: "trace-edges" }, ...spoiled.slice(0, MANY).map((one) => make("li", {}, link(one))));
return make(
"section", { className: "trace-error" },
make("h3", {}, event.failed ? "Error" : "What went wrong from here"),
make("p", {}, began, ...chain, way.length ? "." : ""),
spoiled.length ? make("p", {}, `${spoiled.length} ${spoiled.length === 1 ? "event" : "events"} spoiled by it:`) : null,
spoiled.length ? list : null,
);
};
const said = (event, model) => {
const parts = [];
if (event.critical) {
const place = model.chain.indexOf(event);
const [before, after] = [model.chain[place - 1], model.chain[place + 1]];
parts.push(make("li", {}, "On the critical path", before ? ", after " : "", before ? link(before, called(before.id, 40)) : "", after ? ", before " : "", after ? link(after, called(after.id, 40)) : ""));
}
if (event.untrusted) parts.push(make("li", {}, "Its content is not trusted"));
for (const reward of event.rewards) {
const unit = typeof reward.unit === "string" ? ` for the ${short(reward.unit, 20)}` : "";
parts.push(make("li", {}, `Reward ${number(reward.value)}, ${typeof reward.channel === "string" ? short(reward.channel, 40) : "no channel"}${unit}`));
}
if (event.inferred.length) parts.push(make("li", {}, `Guessed by a converter: ${event.inferred.map((name) => short(name, 30)).join(", ")}`));
return parts.length ? make("ul", { className: "trace-said" }, ...parts) : null;
};
const told = (event, model, act) => {
const title = make("h2", { tabIndex: -1 }, words(event.type), " ", make("code", {}, called(event.id, 60)));
const tools = make(
"p", { className: "trace-tools" },
button("←", act.before, { title: "Event before, of this agent", ariaLabel: "Event before, of this agent" }),
button("→", act.after, { title: "Event after, of this agent", ariaLabel: "Event after, of this agent" }),
button("Close", act.close, { className: "bare" }),
);
return [
make("div", { className: "trace-panel-head" }, title, tools),
make("p", { className: "muted small" }, `${event.number} of ${model.events.length}, by `, make("b", {}, called(event.agent, 80)), `, ${when(event, model.clock)}`),
said(event, model), errorNote(event),
edgeList("Led here", event.in, "from"), edgeList("Leads to", event.out, "to"),
make("section", {}, make("h3", {}, "Keys"), rowsOf(event)),
].filter(Boolean);
};
const spoken = (event, model) => {
const about = TracePaint.labelOf(event).replace("→", "to");
const marks = [event.critical && "on the critical path", event.failed && "failed", event.untrusted && "not trusted", event.rewards.length && "rewarded"].filter(Boolean);
const count = (links) => `${links.length} ${links.length === 1 ? "edge" : "edges"}`;
return `${called(event.id, 40)}: ${words(event.type)}${about ? ` ${about}` : ""} by ${called(event.agent, 40)}, ${when(event, model.clock)}, ${event.number} of ${model.events.length}. ${marks.map((mark) => `${mark}, `).join("")}${count(event.in)} in, ${count(event.out)} out.`;
};
const row = (event, model) =>
make(
"tr", {},
make("td", { className: "number" }, String(event.number)),
make("th", { scope: "row" }, link(event, called(event.id, 40))),
make("td", { className: "number" }, when(event, model.clock)),
make("td", {}, words(event.type)), make("td", { dir: "auto" }, called(event.agent, 60)), make("td", { dir: "auto" }, TracePaint.labelOf(event)),
make("td", {}, [event.critical && "critical path", event.failed && "error", event.untrusted && "not trusted", event.rewards.length && "reward"].filter(Boolean).join(", ")),
);
const HEADS = ["No.", "Event", "When", "Type", "Agent", "About", "Marks"];
const table = (model) => {
const body = make("tbody");
const heads = make("tr", {}, ...HEADS.map((head) => make("th", { scope: "col", className: head === "No." || head === "When" ? "number" : "" }, head)));
const more = button("", () => show());
const show = () => {
const from = body.rows.length;
body.append(...model.order.slice(from, from + PAGE).map((event) => row(event, model)));
const left = model.order.length - body.rows.length;
more.hidden = !left;
more.textContent = `Show ${Math.min(left, PAGE)} more of ${left.toLocaleString("en")}`;
if (from) body.rows[from].querySelector("a").focus();
};
const scroller = make("div", { className: "table", tabIndex: 0, role: "region", ariaLabel: "All events" }, make("table", {}, make("thead", {}, heads), body));
const node = make("details", { className: "trace-table" }, make("summary", {}, "All events as a table"), scroller, make("p", {}, more));
node.addEventListener("toggle", () => node.open && !body.rows.length && show());
return node;
};
return { make, button, told, spoken, table, link, address, originOf, spoiledBy };
})();
"use strict";
const TraceLegend = (() => {
const { make } = TracePanel;
const { words } = TraceReading;
const MANY = 40; // types of a file that nobody checked
const MEANING = { first: "error that began here", failed: "error", untrusted: "content not trusted", reward: "reward", inferred: "partly guessed" };
const amountOf = (amount) => make("span", { className: "n muted" }, ` ${amount.toLocaleString("en")}`);
const tally = (items, known) => {
const counts = new Map(known.map((name) => [name, 0]));
for (const name of items) counts.set(name, (counts.get(name) ?? 0) + 1);
return [...counts].filter(([, amount]) => amount).slice(0, MANY);
};
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
"use strict";
const TraceOverview = (() => {
const ROW = 4; // pixels of a lane
const [LOW, HIGH] = [16, 56]; // pixels of the strip
const EDGE = 4;
const made = () => {
const node = TracePanel.make("canvas", { className: "trace-overview", hidden: true, title: "The whole run; what is framed is seen above" });
node.setAttribute("aria-hidden", "true");
let said = null;
const across = () => (node.clientWidth - 2 * EDGE) / Math.max(said.layout.span, 1e-300);
const at = (value) => EDGE + (value - said.layout.low) * across();
const dots = document.createElement("canvas");
let drawn = [];
const dot = (now, wide, high, ratio) => {
const wanted = [now.layout, now.colors, wide, ratio];
if (wanted.every((one, place) => one === drawn[place])) return;
drawn = wanted;
Object.assign(dots, { width: wide * ratio, height: high * ratio });
const ctx = dots.getContext("2d");
ctx.scale(ratio, ratio);
ctx.fillStyle = now.colors.muted;
const seen = new Set();
for (const { y, end } of now.order) {
const [x, top] = [Math.round(at(end)), Math.round(3 + (y / now.layout.height) * (high - 6)) - 1];
if (seen.has(x * HIGH + top)) continue;
seen.add(x * HIGH + top);
ctx.fillRect(x - 1, top, 2, 2);
}
};
const paint = (now) => {
said = now;
if (node.hidden !== now.whole) node.hidden = now.whole;
if (now.whole) return;
const [wide, high, ratio] = [node.clientWidth, Math.min(HIGH, Math.max(LOW, now.layout.lanes.length * ROW + 6)), devicePixelRatio || 1];
if (!wide) return;
dot(now, wide, high, ratio);
Object.assign(node, { width: dots.width, height: dots.height });
node.style.height = `${high}px`;
const ctx = node.getContext("2d");
ctx.scale(ratio, ratio);
const [from, to] = [Math.max(0, at(now.from)), Math.min(wide, at(now.to))];
ctx.fillStyle = now.colors.surface;
ctx.fillRect(from, 0, to - from, high);
ctx.drawImage(dots, 0, 0, wide, high);
ctx.strokeStyle = now.colors.accent;
ctx.lineWidth = 2;
ctx.strokeRect(from + 1, 1, Math.max(6, to - from - 2), high - 2);
};
const go = (event) => {
if (event.type === "pointermove" && !event.buttons) return;
said.go(said.layout.low + (event.clientX - node.getBoundingClientRect().left - EDGE) / across());
};
node.addEventListener("pointerdown", (event) => {
node.setPointerCapture(event.pointerId);
go(event);
});
node.addEventListener("pointermove", go);
return { node, paint };
};
return { made };
})();
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
const size = () => (printing ? { width: PAPER, height: AXIS + layout.height + 2 } : { width: stage.clientWidth, height: stage.clientHeight });
const gutter = () => Math.round(Math.min(260, Math.max(92, size().width * (size().width < NARROW ? 0.32 : 0.18))));
const room = () => Math.max(60, size().width - gutter() - 2 * EDGE - 12);
const fitting = () => (layout.span > SHORTEST ? room() / layout.span : 1);
const opening = () => (size().width >= NARROW ? fitting() : Math.min(closest(), (byTime ? 3 : MOST) * fitting(), Math.max(fitting(), APART / TraceLanes.usual(layout))));
const closest = () => Math.max(fitting(), Math.min(WIDEST / Math.max(layout.span, 1e-9), fitting() * Math.max(50, model.events.length)));
const left = () => (printing ? 0 : stage.scrollLeft);
const top = () => (printing ? 0 : stage.scrollTop);
const at = (value) => gutter() + EDGE + (value - layout.low) * scale - left();
const valueAt = (x) => layout.low + (x + left() - gutter() - EDGE) / scale;
const level = (event) => event.y + AXIS - top();
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
const fitSpace = () => {
space.style.width = `${Math.max(gutter() + 2 * EDGE + layout.span * scale, stage.clientWidth)}px`;
space.style.height = stage.style.height = `${AXIS + layout.height + 2}px`;
};
const inSight = (event) => {
const [x, y] = [at(event.end), level(event)];
return x > gutter() + R && x < stage.clientWidth - R && y > AXIS && y < stage.clientHeight;
};
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
"use strict";
const TraceFind = (() => {
const { make } = TracePanel;
const hay = (event) => {
event.hay ??= `${JSON.stringify(event.raw)} ${event.type.replaceAll("_", " ")}`.toLowerCase();
return event.hay;
};
const made = (model, scene, select, leave) => {
const field = make("input", { type: "search", placeholder: "Find events", autocomplete: "off", spellcheck: false, maxLength: 200, ariaLabel: "Find events by any text in them" });
const count = make("span", { className: "trace-count muted small" });
count.setAttribute("role", "status");
const find = () => {
const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
const found = wanted.length ? new Set(model.order.filter((event) => wanted.every((word) => hay(event).includes(word)))) : null;
scene.found = found;
count.textContent = found === null ? "" : found.size ? `${found.size.toLocaleString("en")} found` : "None found";
scene.soon();
};
const clear = () => {
field.value = "";
find();
};
const go = (by) => {
if (!scene.found?.size) return;
const all = by > 0 ? [...scene.found] : [...scene.found].reverse();
const from = scene.selected?.number ?? (by > 0 ? 0 : Infinity);
const target = all.find((event) => by * (event.number - from) > 0) ?? all[0];
select(target);
count.textContent = `${[...scene.found].indexOf(target) + 1} of ${all.length.toLocaleString("en")}`;
};
field.addEventListener("input", find);
field.addEventListener("keydown", (event) => {
if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
else if (event.key === "Escape" && field.value) clear();
else if (event.key === "Escape") leave();
else return;
event.preventDefault();
event.stopPropagation();
});
return { field, count };
};
return { made };
})();
"use strict";
const TraceHand = (() => {
const { called, short } = TraceReading;
const NEAR = 14; // pixels within which a mark is meant
const STEADY = 4; // pixels that a click may slip
const told = (agent) => {
const parts = [
called(agent.name, 200), agent.role !== null && `role ${called(agent.role, 60)}`, agent.kind !== null && agent.kind !== "agent" && short(agent.kind, 20),
agent.model !== null && `model ${short(agent.model, 60)}`, agent.parent !== null && `spawned by ${called(agent.parent.name, 60)}`,
];
return `${parts.filter(Boolean).join(", ")}; ${agent.events.length} ${agent.events.length === 1 ? "event" : "events"}`;
};
const made = (model, scene, pick) => {
const { stage } = scene;
const tip = TracePanel.make("div", { className: "trace-tip", hidden: true });
let drag = null;
const placed = (event) => {
const box = stage.getBoundingClientRect();
return [event.clientX - box.left - stage.clientLeft, event.clientY - box.top - stage.clientTop];
};
const unhint = () => (tip.hidden = true);
const hint = (x, y) => {
const event = scene.under(x, y, NEAR);
const agent = scene.agentAt(x, y);
stage.classList.toggle("over", event !== null);
tip.hidden = event === null && agent === null;
if (tip.hidden) return;
tip.textContent = event === null ? told(agent) : TracePanel.spoken(event, model);
const [wide, high] = [tip.offsetWidth, tip.offsetHeight];
tip.style.left = `${Math.max(4, Math.min(x + 14, stage.clientWidth - wide - 4))}px`;
tip.style.top = `${y + 18 + high > stage.clientHeight ? Math.max(4, y - high - 14) : y + 18}px`;
};
const pressed = (event) => {
const [x, y] = placed(event);
if (event.button || event.pointerType === "touch" || x >= stage.clientWidth || y >= stage.clientHeight) return;
drag = { x: event.clientX, y: event.clientY, left: stage.scrollLeft, top: stage.scrollTop, moved: false };
};
const dragged = (event) => {
const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
if (!drag.moved && Math.hypot(dx, dy) < STEADY) return;
if (!drag.moved) stage.setPointerCapture(event.pointerId);
drag.moved = true;
stage.classList.add("dragged");
stage.scrollTo(drag.left - dx, drag.top - dy);
unhint();
};
const dropped = () => {
stage.classList.remove("dragged");
setTimeout(() => (drag = null)); // after the click that ends it
};
stage.addEventListener("pointerdown", pressed);
stage.addEventListener("pointermove", (event) => {
if (drag && event.buttons) dragged(event);
else if (event.pointerType !== "touch") hint(...placed(event));
});
stage.addEventListener("pointerup", dropped);
stage.addEventListener("pointercancel", dropped);
stage.addEventListener("pointerleave", unhint);
stage.addEventListener("scroll", unhint, { passive: true });
stage.addEventListener("click", (event) => {
const meant = drag?.moved ? null : scene.under(...placed(event), NEAR);
if (meant !== null) pick(meant);
else if (!drag?.moved) hint(...placed(event)); // of an agent: a finger does not hover
});
stage.addEventListener("wheel", (event) => {
if (!event.ctrlKey && !event.metaKey) return;
event.preventDefault();
unhint();
scene.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) / 240), placed(event)[0]);
}, { passive: false });
return tip;
};
return { made };
})();
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
const keep = (hash) => {
try {
history.replaceState(null, "", hash || location.pathname + location.search);
} catch {
}
};
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
