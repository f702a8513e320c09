"use strict";
(() => {
const { make } = TracePanel;
const { Refusal } = TraceReading;
const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const shown = { drawing: null };
const draw = (model, said) => {
shown.drawing?.close();
shown.drawing = TraceDrawing.mount($("drawing"), model, said);
};
const example = () => {
$("own").hidden = true;
$("example").hidden = false;
if (data.trace) draw(TraceReading.model(data.trace, data), data);
else shown.drawing?.close();
};
const ERRORS = {
folder: ["This is a folder", "Only one file at a time is drawn.", "Choose the trace in it."],
large: ["The file is too large", "", `At most ${TraceReading.MOST_BYTES / 1024 / 1024} MB are read here; masrl trace draw FILE draws larger ones.`],
unreadable: ["The file cannot be read", "Perhaps it was moved, changed or is being written.", "Choose it once more."],
};
const refusal = (kind, found = ERRORS[kind][1]) => new Refusal(ERRORS[kind][0], found, ERRORS[kind][2]);
const bytesOf = async (file) => {
if (file.size > TraceReading.MOST_BYTES) throw refusal("large", `It has ${(file.size / 1024 / 1024).toFixed(0)} MB.`);
try {
return await file.arrayBuffer();
} catch {
throw refusal("unreadable");
}
};
const read = async (file) => {
$("fault").hidden = true;
$("dropped").textContent = `Reading ${TraceReading.short(file.name, 60)} …`;
await new Promise((resolve) => setTimeout(resolve, 20)); // so that this is seen before a large file is read
try {
const model = TraceReading.model(TraceReading.parsed(await bytesOf(file)));
draw(model, { path: "The critical path is not shown here: masrl trace draw FILE computes it." });
tell(file, model);
} catch (error) {
fail(file, error);
}
};
const LONG = 1e15; // from here on a number is shown by its size
const cost = (model, name, needs, unit = "") => {
const stated = TraceReading.inner(model.value.costs, name);
const lost = [name, needs, "costs"].some((key) => model.missing.includes(key));
if (typeof stated !== "number" || (lost && (name !== "tokens" || !stated))) return "unknown";
return (lost ? "at least " : "") + (stated >= 10000 && stated < LONG ? Math.round(stated).toLocaleString("en") : TraceReading.brief(stated)) + unit;
};
const MANY = 8; // channels of reward
const rewards = ({ value }) => {
const byChannel = new Map();
for (const { channel, value: amount } of TraceReading.rewardsOf(value.rewards)) {
const name = typeof channel === "string" ? channel : "no channel";
if (!byChannel.has(name)) byChannel.set(name, []);
byChannel.get(name).push(amount);
}
const said = [...byChannel].slice(0, MANY).map(([name, amounts]) => {
const [low, high] = [amounts.reduce((a, b) => Math.min(a, b)), amounts.reduce((a, b) => Math.max(a, b))].map(TraceReading.brief);
return `${TraceReading.short(name, 40)} ${low === high ? low : `${low} to ${high}`}${amounts.length > 1 ? ` (${amounts.length} values)` : ""}`;
});
if (byChannel.size > MANY) said.push(`${byChannel.size - MANY} more`);
return said.length ? said.join(", ") : null;
};
const clock = ({ clock: { unit, origin }, missing }) => {
if (missing.includes("t")) return "unknown times, events in their order";
const counted = { s: "seconds", steps: "steps" }[unit] ?? "unit not said";
return origin === null ? counted : `${counted} since ${TraceReading.short(origin, 60)}`;
};
const tell = (file, model) => {
const { value } = model;
const { short, text } = TraceReading;
const facts = [
["Run", text(value.trace_id)], ["Task", text(value.task_id)], ["Topology", text(value.topology)?.replaceAll("_", " ")],
["Events", model.events.length.toLocaleString("en")], ["Agents", model.agents.length.toLocaleString("en")],
["Tokens, as stated", cost(model, "tokens", "tokens")], ["Wall clock, as stated", cost(model, "wall_clock_s", "t", " s")],
["Rewards", rewards(model)], ["Clock", clock(model)],
].filter(([, said]) => typeof said === "string");
$("own-name").textContent = short(file.name, 120);
$("own-facts").replaceChildren(...facts.map(([name, said]) => make("div", {}, make("dt", {}, name), make("dd", {}, short(said, 600)))));
$("own-notes").replaceChildren(...model.notes.map((note) => make("li", {}, note)));
$("own-notes").hidden = !model.notes.length;
$("own").hidden = false;
$("example").hidden = true;
$("dropped").textContent = `${short(file.name, 60)} is drawn: ${model.events.length.toLocaleString("en")} ${model.events.length === 1 ? "event" : "events"}.`;
$("own-name").focus();
};
const fail = (file, error) => {
const why = error instanceof Refusal ? error : new Refusal("This cannot be drawn", "Something in it is not as in any trace.", "masrl trace check FILE names what is wrong.");
$("dropped").textContent = "";
$("fault-head").textContent = `${why.message}: ${TraceReading.short(file.name, 80)}`;
$("fault-found").textContent = why.found;
$("fault-hint").textContent = why.hint;
$("fault").hidden = false;
$("fault").focus();
};
$("file").addEventListener("change", () => {
const [file] = $("file").files;
$("file").value = ""; // so that the same file can be chosen again, after it was mended
if (file) read(file);
});
$("back").addEventListener("click", () => {
example();
$("dropped").textContent = "";
$("file").focus();
});
$("fault-close").addEventListener("click", () => {
$("fault").hidden = true;
$("file").focus();
});
const holdsFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
addEventListener("dragover", (event) => {
if (!holdsFiles(event)) return;
event.preventDefault();
event.dataTransfer.dropEffect = "copy";
$("drop").classList.add("over");
});
addEventListener("dragleave", (event) => event.relatedTarget === null && $("drop").classList.remove("over"));
addEventListener("drop", (event) => {
if (!holdsFiles(event)) return;
event.preventDefault();
$("drop").classList.remove("over");
const [item] = event.dataTransfer.items;
const [file] = event.dataTransfer.files;
if (item?.webkitGetAsEntry?.()?.isDirectory) fail(file ?? { name: "" }, refusal("folder"));
else if (file) read(file);
});
example();
})();
