"use strict";
(() => {
const MEDIA = {
bib: "application/x-bibtex",
ris: "application/x-research-info-systems",
json: "application/vnd.citationstyles.csl+json",
txt: "text/plain",
};
const key = location.pathname.replace(/^.*\//, "").replace(/\.html$/, "");
const assets = document.currentScript.src.replace(/[^/]*$/, "");
const make = (tag, properties, ...children) => {
const node = Object.assign(document.createElement(tag), properties);
node.append(...children);
return node;
};
const copied = async (text, block) => {
try {
await navigator.clipboard.writeText(text);
return true;
} catch {
getSelection().selectAllChildren(block);
return document.execCommand("copy");
}
};
const download = (text, form) => {
const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: `${MEDIA[form]};charset=utf-8` })), download: `${key}.${form}` });
link.click();
setTimeout(() => URL.revokeObjectURL(link.href), 10000);
return link.download;
};
const lines = (item) => Object.entries(item).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
const written = (cited) => (typeof cited === "object" ? `[\n{\n${lines(cited).join(",\n")}\n}\n]\n` : cited);
const loaded = () =>
new Promise((resolve, reject) => {
const script = make("script", { src: `${assets}citations.js` });
script.addEventListener("load", resolve);
script.addEventListener("error", reject);
document.head.append(script);
});
const load = async (form) => {
if (!globalThis.citations) await loaded();
return written(citations(form).byKey.get(key));
};
const tools = (block, note) => {
const form = block.dataset.form;
const copy = make("button", { type: "button", textContent: "Copy" });
const save = make("button", { type: "button", textContent: "Download" });
const name = block.dataset.name ?? block.parentNode.querySelector("summary").textContent;
copy.setAttribute("aria-label", `Copy ${name}`);
save.setAttribute("aria-label", `Download ${name}`);
copy.addEventListener("click", async () => {
note.textContent = (await copied(block.textContent, block)) ? `${name} copied` : `${name} is selected: copy it with Ctrl+C or ⌘C`;
});
save.addEventListener("click", () => (note.textContent = `Saved as ${download(block.textContent, form)}`));
return make("p", { className: "cite-tools no-print" }, copy, save);
};
for (const block of document.querySelectorAll("[data-form]")) {
const note = make("p", { className: "small muted note" });
note.setAttribute("role", "status");
const bar = tools(block, note);
block.after(bar, note);
const folded = block.closest("details");
if (!("load" in block.dataset)) continue;
bar.hidden = true;
folded.addEventListener("toggle", async () => {
if (!folded.open || !bar.hidden) return;
try {
const text = await load(block.dataset.form);
if (text === undefined) throw new Error("not there");
block.textContent = text;
block.tabIndex = 0;
block.setAttribute("aria-label", folded.querySelector("summary").textContent);
bar.hidden = false;
} catch {
note.textContent = "It could not be loaded; the file of all papers has it.";
}
});
}
})();
