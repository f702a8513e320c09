"use strict";
const Cite = (() => {
const $ = (id) => document.getElementById(id);
const joined = (glue) => (head, texts) => head + texts.join(glue);
const FORMATS = [
["BibTeX", "bib", "application/x-bibtex", joined("\n")],
["RIS", "ris", "application/x-research-info-systems", joined("\n")],
["CSL-JSON", "json", "application/json", (head, items) => `${JSON.stringify(items, null, 1)}\n`],
["CSV", "csv", "text/csv", joined("")],
["Plain text", "txt", "text/plain", joined("")],
];
let format = FORMATS[0];
let chosen = [];
let loading = null;
const made = new Map();
const load = () =>
new Promise((resolve, reject) => {
const script = document.createElement("script");
script.src = document.querySelector("script[src$='/cite.js']").src.replace(/cite\.js$/, "citations.js");
script.addEventListener("load", resolve);
script.addEventListener("error", () => {
loading = null;
script.remove();
reject(new Error("not loaded"));
});
document.head.append(script);
});
const cited = async (form) => {
await (loading ??= load());
if (!made.has(form)) made.set(form, citations(form));
return made.get(form);
};
const show = async () => {
const area = $("citation");
const buttons = [$("cite-copy"), $("cite-download")];
const [, form, , written] = format;
area.value = "";
say("");
for (const button of buttons) button.disabled = true;
try {
const { head, byKey } = await cited(form);
if (form !== format[1]) return; // another was chosen meanwhile
area.value = written(head, chosen.map((key) => byKey.get(key)).filter(Boolean));
area.scrollTop = 0;
for (const button of buttons) button.disabled = false;
} catch {
say("The citations could not be loaded. Close this, and try again when the site can be reached.");
}
};
const say = (text) => ($("cite-note").textContent = text);
const copy = async () => {
const area = $("citation");
if (await copied(area)) return say("Copied");
area.focus();
area.select();
return say("Selected: copy it with Ctrl+C or ⌘C");
};
const copied = async (area) => {
try {
await navigator.clipboard.writeText(area.value);
return true;
} catch {
area.select();
return document.execCommand("copy");
}
};
const download = () => {
const link = document.createElement("a");
link.href = URL.createObjectURL(new Blob([$("citation").value], { type: `${format[2]};charset=utf-8` }));
link.download = `${chosen.length === 1 ? chosen[0] : "papers"}.${format[1]}`;
link.click();
setTimeout(() => URL.revokeObjectURL(link.href), 10000);
say(`Saved as ${link.download}`);
};
const choices = () => {
for (const one of FORMATS) {
const input = Object.assign(document.createElement("input"), { type: "radio", name: "format", checked: one === format });
const label = document.createElement("label");
label.append(input, one[0]);
input.addEventListener("change", () => {
format = one;
show();
});
$("formats").append(label);
}
$("cite-copy").addEventListener("click", copy);
$("cite-download").addEventListener("click", download);
};
const open = (keys, title) => {
if (!$("formats").querySelector("input")) choices();
chosen = keys;
$("cite-title").textContent = title ?? (keys.length === 1 ? "Cite this paper" : `Cite these ${keys.length} papers`);
$("cite").showModal();
show();
};
return { open };
})();
