"use strict";
(() => {
const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const [UNCODED, NOT_CODED, NOT_CODED_MEANS] = data.uncoded;
const fields = VOCABULARY.fields.slice(0, data.fields).map((field, place) => ({ ...field, place, values: field.values.filter(([name]) => !name.includes(":")) }));
const byName = new Map(fields.map((field) => [field.name, field]));
const NEAREST = 8;
const make = (tag, properties, ...children) => {
const node = Object.assign(document.createElement(tag), properties);
node.append(...children.filter((child) => child !== null));
return node;
};
const link = (href, label, said) => {
const node = make("a", { href }, String(label));
if (said) node.setAttribute("aria-label", `${label}: ${said}`);
return node;
};
const condition = (field, value) => `f.${field.name}=${encodeURIComponent(value)}`;
const browse = (...conditions) => `index.html#?${conditions.join("&")}`;
const presetOf = (rows, columns) => data.presets.find(([first, second]) => first === rows.name && second === columns.name);
const gapPage = (rows, columns, row, column) => {
if (presetOf(rows, columns)) return `gaps/${rows.name}.${columns.name}.html#${row.name}.${column.name}`;
return presetOf(columns, rows) ? `gaps/${columns.name}.${rows.name}.html#${column.name}.${row.name}` : null;
};
const headsOf = (field) => {
const heads = field.values.map(([name, label, about], place) => ({ name, label, about, place, quiet: name === field.none, papers: [] }));
const uncoded = { name: UNCODED, label: NOT_CODED, about: NOT_CODED_MEANS, place: -1, quiet: true, papers: [] };
for (const paper of data.papers) {
const held = paper[2][field.place];
for (const place of held ?? []) heads[place].papers.push(paper);
if (!held) uncoded.papers.push(paper);
}
if (uncoded.papers.length) heads.push(uncoded);
return [...heads.filter((head) => !head.quiet), ...heads.filter((head) => head.quiet)];
};
const holds = (paper, field, head) => (head.place < 0 ? !paper[2][field.place] : paper[2][field.place]?.includes(head.place));
const shade = (count, largest) => Math.max(1, Math.min(data.shades, Math.round(data.shades * (count / largest) ** 0.7)));
const headCell = (field, head, scope) => {
const anchor = head.name === UNCODED ? field.name : `${field.name}.${head.name}`;
const name = make("a", { href: `taxonomy.html#${anchor}` }, head.label);
name.dataset.about = head.about;
return make("th", { scope }, name);
};
const total = (field, head) => make("td", { className: "total" }, link(browse(condition(field, head.name)), head.papers.length, head.label));
const cell = (rows, columns, row, column, count, largest) => {
const said = `${row.label}, ${column.label}`;
const quiet = row.quiet || column.quiet;
if (!count && quiet) return make("td", { className: "none" }, "0");
if (!count) return make("td", { className: "empty" }, emptyCell(rows, columns, row, column, said));
const kind = quiet ? "quiet" : `shade-${shade(count, largest)}`;
return make("td", { className: kind }, link(browse(condition(rows, row.name), condition(columns, column.name)), count, said));
};
const emptyCell = (rows, columns, row, column, said) => {
const page = gapPage(rows, columns, row, column);
if (page) return link(page, 0, said);
const button = make("button", { type: "button", textContent: "0" });
button.setAttribute("aria-label", `0: ${said}`);
button.addEventListener("click", () => tell(rows, columns, row, column));
return button;
};
const table = (rows, columns) => {
const [down, across] = [headsOf(rows), headsOf(columns)];
const counts = down.map((row) => across.map((column) => row.papers.filter((paper) => holds(paper, columns, column)).length));
const shaded = counts.flatMap((line, r) => line.filter((_, c) => !down[r].quiet && !across[c].quiet));
const largest = Math.max(1, ...shaded);
const corner = make("th", { scope: "col", className: "corner" }, make("span", {}, `${columns.label} →`), make("span", {}, `${rows.label} ↓`));
const body = down.map((row, r) =>
make("tr", {}, headCell(rows, row, "row"), ...across.map((column, c) => cell(rows, columns, row, column, counts[r][c], largest)), total(rows, row)),
);
const all = make("td", { className: "total" }, link("index.html", data.papers.length, "all papers"));
const node = make(
"table",
{ className: `columns-${Math.min(across.length, 40)}` },
make("thead", {}, make("tr", {}, corner, ...across.map((column) => headCell(columns, column, "col")), make("th", { scope: "col", className: "total" }, "Papers"))),
make("tbody", {}, ...body),
make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "Papers"), ...across.map((column) => total(columns, column)), all)),
);
return { node, down, across, open: shaded };
};
const enumerated = (labels) => (labels.length < 3 ? labels.join(" and ") : `${labels.slice(0, -1).join(", ")}, and ${labels.at(-1)}`);
const unused = (field, heads) => heads.filter((head) => !head.quiet && !head.papers.length).map((head) => head.label);
const sentences = (rows, columns, { down, across, open }) => {
const declared = presetOf(rows, columns);
if (declared) return [declared[2] && `${declared[2]}.`, declared[3]];
const empty = open.filter((count) => !count).length;
const quiet = [...new Set([...across, ...down].filter((head) => head.quiet).map((head) => `“${head.label}”`))];
const besides = quiet.length ? `, leaving out ${enumerated(quiet)}` : "";
const missing = [[columns, across], [rows, down]].map(([field, heads]) => [field.label.toLowerCase(), unused(field, heads)]).filter(([, labels]) => labels.length);
const without = missing.length ? ` Without any entry: ${missing.map(([label, labels]) => `${enumerated(labels)} (${label})`).join("; ")}.` : "";
return ["", `${empty} of ${open.length} ${open.length === 1 ? "cell" : "cells"} ${empty === 1 ? "is" : "are"} empty${besides}.${without}`];
};
const distance = (field, head, paper) => {
const held = (paper[2][field.place] ?? []).filter((place) => field.values[place][0] !== field.none);
if (!held.length) return field.values.length;
return field.ordered ? Math.min(...held.map((place) => Math.abs(place - head.place))) : 1;
};
const nearest = (same, shared, other, head) =>
shared.papers.map((paper) => ({ paper, far: distance(other, head, paper), shares: shared.label, has: valuesIn(paper, other) }));
const misses = (rows, columns, row, column) => {
const fits = (one) => [holds(one, rows, row), holds(one, columns, column)].filter(Boolean).length;
const near = data.misses.filter(fits).sort((a, b) => fits(b) - fits(a));
return near.map((one) => make("li", {}, "Near miss: ", link(`screening.html#${one[0]}`, one[1]), " ", make("small", {}, `${valuesIn(one, rows)}, ${valuesIn(one, columns)}, as proposed`)));
};
const valuesIn = (paper, field) => {
const held = paper[2][field.place];
return `${field.label}: ${held ? held.map((place) => field.values[place][1]).join(", ") || "none" : "not coded"}`;
};
const side = (field, head) =>
make(
"section", {},
make("h3", {}, make("small", {}, field.label), " ", link(`taxonomy.html#${field.name}.${head.name}`, head.label)),
make("p", {}, head.about),
make("p", { className: "small" }, head.papers.length ? link(browse(condition(field, head.name)), `${head.papers.length} paper${head.papers.length === 1 ? "" : "s"}`) : "No paper", " by itself"),
);
const tell = (rows, columns, row, column) => {
const near = [...nearest(rows, row, columns, column), ...nearest(columns, column, rows, row)];
near.sort((a, b) => a.far - b.far || (a.paper[0] < b.paper[0] ? -1 : 1));
const list = near.slice(0, NEAREST).map(({ paper, shares, has }) => make("li", {}, link(`papers/${paper[0]}.html`, paper[1]), " ", make("small", {}, `${shares}, but ${has}`)));
const close = make("button", { type: "button", className: "bare", textContent: "Close" });
close.addEventListener("click", () => {
$("detail").hidden = true;
$("chart").focus();
});
$("detail").replaceChildren(
make("div", { className: "detail-head" }, make("h2", { id: "detail-head" }, `${row.label} × ${column.label}: no paper`), close),
make("div", { className: "sides" }, side(rows, row), side(columns, column)),
make("h3", {}, "Nearest entries"),
...(list.length ? [] : [make("p", {}, "None: no entry holds either value.")]),
make("ul", { className: "near" }, ...list, ...misses(rows, columns, row, column)),
);
$("detail").hidden = false;
$("detail").focus();
};
const asked = () => {
const parts = new Map(location.hash.slice(1).split("&").map((part) => part.split("=", 2)));
const field = (name) => {
try {
return byName.get(decodeURIComponent(parts.get(name) ?? ""));
} catch {
return undefined; // a broken escape asks for nothing
}
};
const [first, second] = data.presets.length ? data.presets[0] : [fields[0].name, fields[1].name];
const rows = field("rows") ?? byName.get(first);
const columns = field("cols") ?? byName.get(second);
return rows === columns ? [rows, fields.find((other) => other !== rows)] : [rows, columns];
};
const show = () => {
const [rows, columns] = asked();
const made = table(rows, columns);
$("chart").replaceChildren(made.node);
$("chart").scrollLeft = 0;
const title = `Papers by ${rows.label.toLowerCase()} and ${columns.label.toLowerCase()}`;
$("chart").setAttribute("aria-label", title);
$("rows").value = rows.name;
$("columns").value = columns.name;
const [finding, missing] = sentences(rows, columns, made);
$("said").replaceChildren(...(finding ? [make("p", { className: "finding" }, finding)] : []), make("p", {}, missing));
$("detail").hidden = true;
hideTip();
for (const preset of document.querySelectorAll("[data-preset]")) {
const now = preset.getAttribute("href") === `coverage.html${address(rows, columns)}`;
if (now) preset.setAttribute("aria-current", "true");
else preset.removeAttribute("aria-current");
}
return `${title}. ${missing}`;
};
const address = (rows, columns) => `#rows=${encodeURIComponent(rows.name)}&cols=${encodeURIComponent(columns.name)}`;
const pick = (rows, columns) => {
history.pushState(null, "", address(rows, columns));
$("status").textContent = show();
};
const picked = (event) => {
const [rows, columns] = asked();
const field = byName.get(event.target.value);
if (event.target.id === "rows") pick(field, field === columns ? rows : columns);
else pick(field === rows ? columns : rows, field);
};
const tip = $("tip");
const hideTip = () => {
tip.hidden = true;
};
const showTip = (head) => {
tip.textContent = head.dataset.about;
tip.hidden = false;
const [box, size] = [head.getBoundingClientRect(), tip.getBoundingClientRect()];
const below = box.bottom + 6;
tip.style.left = `${Math.max(8, Math.min(box.left, document.documentElement.clientWidth - size.width - 8))}px`;
tip.style.top = `${below + size.height > innerHeight ? Math.max(8, box.top - size.height - 6) : below}px`;
};
const headOf = (event) => event.target.closest?.("[data-about]");
for (const kind of ["pointerover", "focusin"]) {
$("chart").addEventListener(kind, (event) => {
const head = headOf(event);
if (head) showTip(head);
else if (kind === "pointerover") hideTip();
});
}
$("chart").addEventListener("pointerleave", hideTip);
$("chart").addEventListener("focusout", hideTip);
addEventListener("scroll", hideTip, { passive: true, capture: true });
addEventListener("keydown", (event) => event.key === "Escape" && hideTip());
$("rows").addEventListener("change", picked);
$("columns").addEventListener("change", picked);
$("swap").addEventListener("click", () => pick(...asked().reverse()));
addEventListener("hashchange", () => ($("status").textContent = show()));
addEventListener("popstate", show);
show();
})();
