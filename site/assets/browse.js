"use strict";
(() => {
const CHUNK = 120; // records drawn at once; more as the reader comes near the end
const LEAST = 110; // pixels of height of the lowest card: while somebody types, what fills the window is drawn first
const REASONS = 2; // why a record was found, where its card does not show it
const REST = 150; // milliseconds without a keystroke
const WEIGHTS = { title: 6, name: 9, authors: 5, words: 4, tags: 3, summary: 2, details: 2 };
const $ = (id) => document.getElementById(id);
const make = (tag, properties = {}, ...children) => {
const node = Object.assign(document.createElement(tag), properties);
node.append(...children);
return node;
};
const number = new Intl.NumberFormat("en");
const NOUNS = new Map([
["papers", ["paper", "papers"]],
["exclusions", ["excluded record", "excluded records"]],
]);
const counted = (count, view) => `${number.format(count)} ${NOUNS.get(view)[count === 1 ? 0 : 1]}`;
class View {
constructor(name, { facets, records }, data) {
this.name = name;
this.node = $(name);
this.columns = document.querySelector(`[data-columns=${name}]`);
this.facets = Filters.facetsOf(facets, data);
this.facetByName = new Map(this.facets.map((facet) => [facet.name, facet]));
this.groups = [...this.node.querySelectorAll(".group")].map((section) => ({
section,
list: section.querySelector(".cards"),
count: section.querySelector("h2 .n"),
}));
const cards = new Map();
this.groups.forEach((group, place) => {
for (const card of group.list.children) cards.set(card.dataset.id, { card, place });
});
this.records = records.map((row) => this.#record(row, cards.get(row[0])));
this.years = [...new Set(this.records.map((record) => record.year).filter(Boolean))].sort((a, b) => b - a);
this.flat = this.#flatList();
this.index = new Search.Index();
this.ready = false;
this.limit = CHUNK;
}
#record([id, year, date, authors, words, tags], { card, place }) {
tags = tags.map((held, n) => (held.length ? held : [this.facets[n].values.length - 1]));
const title = card.querySelector("h3 a");
for (const action of card.querySelectorAll(".actions > *")) action.setAttribute("aria-label", `${action.textContent}: ${title.textContent}`);
return { id, year, date, words, tags, card, place, titleNode: title, title: title.textContent, others: authors ? authors.split("\n") : [], parts: null, marked: "" };
}
#flatList() {
const list = make("ol", { className: "cards" });
const section = make("section", { className: "group flat", hidden: true }, make("h2", { className: "unseen", textContent: "Results" }), list);
this.node.append(section);
return { section, list };
}
scores(query) {
if (query.empty) return null;
while (!this.indexed(Infinity));
if (this.asked !== query.folded) this.scored = this.index.scores(query);
this.asked = query.folded;
return this.scored;
}
indexed(share) {
if (this.ready) return true;
const end = Math.min(this.index.size + share, this.records.length);
while (this.index.size < end) this.index.add(this.#texts(this.records[this.index.size]));
this.ready = this.index.size === this.records.length;
if (this.ready) this.index.close();
return this.ready;
}
#texts(record) {
const { name, authors, summary, details } = partsOf(record);
const tags = record.tags.map((held, n) => held.map((v) => this.#tagWords(n, v)).join(" "));
return [
[WEIGHTS.title, record.title],
[WEIGHTS.name, name?.text ?? ""],
[WEIGHTS.authors, [authors?.text ?? "", ...record.others].join("\n")],
[WEIGHTS.words, record.words],
[WEIGHTS.tags, tags.join(" ")],
[WEIGHTS.summary, summary?.text ?? ""],
[WEIGHTS.details, details.text],
[0, [...record.card.querySelectorAll("a[rel~=external]")].map((link) => link.href).join("\n")],
];
}
hidden(record) {
const tags = record.tags.flatMap((held, n) => held.filter((v) => this.#tagWords(n, v)).map((v) => [this.facets[n].label, this.facets[n].values[v].label, this.#tagWords(n, v)]));
return [...tags, ...record.words.split("\n").map((text) => ["", text, text])];
}
#tagWords(facet, value) {
const { values, coded } = this.facets[facet];
if (coded !== null && value === values.length - 1) return "";
return `${values[value].label} ${values[value].name}`;
}
}
const shownText = (node) => node && { node, text: node.textContent };
const partsOf = (record) => {
if (record.parts) return record.parts;
const { card } = record;
const text = (selector) => shownText(card.querySelector(selector));
return (record.parts = {
title: { node: record.titleNode, text: record.title },
name: text(".name"),
authors: text(".authors"),
details: text(".details"),
summary: text(".summary"),
chips: [...card.querySelectorAll("a.chip")].map(shownText),
});
};
const page = {};
let views;
let state;
let query;
let result = null;
let typing = false; // whether the latest entry of the history is a search still being typed
const view = () => views.get(state.view);
const firstView = () => views.keys().next().value;
const sorting = () => {
const sort = state.sort ?? (query.empty ? "group" : "relevance");
return sort === "relevance" && query.empty ? "group" : sort;
};
const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });
const ORDERS = {
relevance: (records, scores) => (a, b) => scores[b] - scores[a] || records[b].year - records[a].year || a - b,
newest: (records) => (a, b) => (records[a].date < records[b].date) - (records[a].date > records[b].date) || records[b].year - records[a].year || a - b,
year: (records) => (a, b) => records[b].year - records[a].year || a - b,
title: (records) => (a, b) => collator.compare(records[a].title, records[b].title) || a - b,
group: (records) => (a, b) => records[a].place - records[b].place || a - b,
};
const update = (hasty = false) => {
query = Search.query(state.query);
const current = view();
const scores = current.scores(query);
result = Filters.evaluate(current.records, current.facets, state, scores);
result.shown.sort(ORDERS[sorting()](current.records, scores));
current.limit = hasty ? room() : CHUNK;
showCount();
showList();
if (page.scrolled > page.top) scrollTo({ top: page.top, behavior: "instant" });
if (!hasty) showRest();
else if (!page.restDue) page.restDue = requestAnimationFrame(() => setTimeout(showRest));
};
const showRest = () => {
page.restDue = 0;
showFacets();
showState();
announce();
};
const showList = () => {
const current = view();
for (const one of views.values()) one.node.hidden = one.columns.hidden = one !== current;
const shown = result.shown.slice(0, current.limit);
const grouped = sorting() === "group";
current.node.classList.toggle("grouped", grouped);
const lists = new Map([...current.groups, current.flat].map((group) => [group, []]));
for (const n of shown) {
const record = current.records[n];
lists.get(grouped ? current.groups[record.place] : current.flat).push(record.card);
}
const totals = new Uint32Array(current.groups.length);
for (const n of result.shown) totals[current.records[n].place]++;
current.groups.forEach((group, place) => {
const text = number.format(totals[place]);
if (group.count.textContent !== text) group.count.textContent = text;
});
for (const [group, cards] of lists) {
group.section.hidden = !cards.length;
arrange(group.list, cards);
}
for (const n of shown) mark(current.records[n]);
page.more.hidden = result.shown.length <= current.limit;
showNothing();
};
const arrange = (list, cards) => {
const wanted = new Set(cards);
for (const child of [...list.children]) if (!wanted.has(child)) child.remove();
let next = list.firstElementChild;
for (const card of cards) {
if (card === next) next = next.nextElementSibling;
else list.insertBefore(card, next);
}
};
const mark = (record) => {
if (record.marked === query.folded) return;
record.marked = query.folded;
const parts = partsOf(record);
for (const part of [parts.title, parts.name, parts.summary, parts.details, ...parts.chips]) {
if (part) Search.showMarked(part.node, part.text, query);
}
if (parts.authors) markAuthors(record, parts.authors);
tellWhy(record, parts);
};
const tellWhy = (record, parts) => {
record.why?.remove();
record.why = null;
if (query.empty) return;
const shown = [parts.title, parts.name, parts.authors, parts.summary, parts.details, ...parts.chips].flatMap((part) => (part ? [part.text] : []));
const terms = Search.unseen([...shown, ...record.others], query);
if (!terms.length) return;
const found = new Map();
for (const [field, text, words] of view().hidden(record)) {
if (!found.has(field) && Search.unseen([words], { terms }).length < terms.length) found.set(field, text);
}
if (!found.size) return;
const reasons = [...found].slice(0, REASONS).map(([field, text]) => {
const span = make("span");
Search.showMarked(span, text, query);
if (field) span.prepend(`${field}: `);
return span;
});
record.why = make("p", { className: "why small muted" }, "Found by ", ...reasons.flatMap((reason, n) => (n ? ["; ", reason] : [reason])));
record.card.querySelector(".card-text").append(record.why);
};
const markAuthors = (record, { node, text }) => {
const found = query.empty ? [] : record.others.filter((name) => Search.matches(name, query).length).slice(0, 3);
const rest = record.others.length - found.length;
const named = text.replace(/ and \d+ more$/, `, … ${found.join(", ")}${rest ? ` and ${rest} more` : ""}`);
Search.showMarked(node, found.length ? named : text, query);
};
const buildFacets = (current) => {
const list = make("div", { className: "facet-list" });
if (current.name === "papers") list.append(buildYears(current));
for (const facet of current.facets) list.append(buildFacet(facet, current.records.length));
current.facetList = list;
page.facets.append(list);
};
const buildFacet = (facet, total) => {
const whole = facet.values.map(() => 0);
const note = make("span", { className: "note", textContent: facet.coded === null ? "" : `${number.format(facet.coded)} of ${number.format(total)} coded` });
facet.badge = make("span", { className: "badge", hidden: true });
facet.rows = facet.values.map((value) => buildRow(facet, value));
facet.whole = whole;
facet.node = make(
"details",
{ className: "facet", open: facet.open },
make("summary", { title: facet.about }, make("span", { className: "facet-name", textContent: facet.label }), note, facet.badge),
make("ul", { className: "rows" }, ...facet.rows.map((row) => row.node)),
);
facet.node.addEventListener("toggle", () => facet.node.open && facet.counts && showFacet(facet));
return facet.node;
};
const buildRow = (facet, value) => {
const box = make("input", { type: "checkbox" });
const count = make("span", { className: "n", textContent: "0" });
const bar = make("span", { className: "share" }, make("span", { className: "all" }), make("span", { className: "now" }));
const level = value.name.includes(":") && value.label.includes(": "); // of the value above it
const text = level ? value.label.slice(value.label.lastIndexOf(": ") + 2) : value.label;
const label = make("label", { title: value.about }, box, make("span", { className: "row-label", textContent: text }), count, bar);
if (level) box.setAttribute("aria-label", value.label);
const not = make("button", { type: "button", className: "not", textContent: "not", title: `Leave out: ${value.label}` });
not.setAttribute("aria-label", `Leave out ${facet.label}: ${value.label}`);
box.addEventListener("change", () => change(() => Filters.toggle(state, facet.name, value.name, "include")));
not.addEventListener("click", () => change(() => Filters.toggle(state, facet.name, value.name, "exclude")));
return { node: make("li", { className: level ? "row level" : "row" }, label, not), level, box, not, count, bar, shown: -1 };
};
const buildYears = (current) => {
const select = (label, any) => {
const options = [make("option", { value: "", textContent: any }), ...current.years.map((year) => make("option", { value: String(year), textContent: String(year) }))];
const node = make("select", {}, ...options);
node.setAttribute("aria-label", label);
node.addEventListener("change", () => change(() => (state.years = yearsChosen())));
return node;
};
page.from = select("From year", "first");
page.to = select("To year", "latest");
const yearsChosen = () => {
const [from, to] = [page.from, page.to].map((node) => (node.value ? Number(node.value) : null));
return from !== null && to !== null && from > to ? [to, from] : [from, to];
};
return make("div", { className: "facet years" }, make("span", { className: "facet-name", textContent: "Year" }), make("span", { className: "range" }, page.from, " to ", page.to));
};
const countWhole = (current) => {
const { counts } = Filters.evaluate(current.records, current.facets, Filters.blank(current.name), null);
current.facets.forEach((facet, n) => {
facet.rows.forEach((row, value) => {
const share = counts[n][value] / current.records.length;
row.bar.firstChild.style.transform = `scaleX(${share})`;
row.empty = counts[n][value] === 0 && !row.level;
row.node.classList.toggle("gap", row.empty);
if (row.empty) row.node.firstChild.title = `A gap: nothing here carries this value. ${facet.values[value].about}`;
});
});
};
const showFacets = () => {
const current = view();
for (const one of views.values()) one.facetList.hidden = one !== current;
current.facets.forEach((facet, n) => {
facet.counts = result.counts[n];
const active = (state.include.get(facet.name)?.size ?? 0) + (state.exclude.get(facet.name)?.size ?? 0);
facet.badge.hidden = !active;
facet.badge.textContent = active ? `${active} on` : "";
if (active && !facet.active) facet.node.open = true;
facet.active = active;
if (facet.node.open) showFacet(facet);
});
if (current.name === "papers") {
page.from.value = state.years[0] ?? "";
page.to.value = state.years[1] ?? "";
}
};
const showFacet = (facet) => {
const total = view().records.length;
facet.rows.forEach((row, n) => {
const { name } = facet.values[n];
const included = Filters.has(state, facet.name, name, "include");
const excluded = Filters.has(state, facet.name, name, "exclude");
if (row.box.checked !== included) row.box.checked = included;
if (row.excluded !== excluded) {
row.excluded = excluded;
row.not.setAttribute("aria-pressed", String(excluded));
row.node.classList.toggle("excluded", excluded);
}
if (row.shown === facet.counts[n]) return;
row.shown = facet.counts[n];
row.count.textContent = number.format(row.shown);
row.bar.lastChild.style.transform = `scaleX(${row.shown / total})`;
row.node.classList.toggle("zero", row.shown === 0);
});
};
const activeFilters = () => {
const found = [];
const [from, to] = state.years;
if (from !== null || to !== null) {
const text = from === to ? String(from) : `${from ?? "first"} to ${to ?? "latest"}`;
found.push({ text: `Year: ${text}`, drop: () => (state.years = Filters.NO_YEARS), gain: result.outOfYears });
}
view().facets.forEach((facet, n) => {
for (const way of ["include", "exclude"]) {
for (const value of state[way].get(facet.name) ?? []) {
const { label } = facet.values[facet.byName.get(value)];
const text = way === "include" ? `${facet.label}: ${label}` : `${facet.label}: not ${label}`;
found.push({ text, out: way === "exclude", facet: n, drop: () => Filters.unset(state, facet.name, value) });
}
}
});
return found;
};
const showCount = () => {
const all = view().records.length;
const shown = result.shown.length;
const text = shown === all ? counted(all, state.view) : `${number.format(shown)} of ${counted(all, state.view)}`;
if (page.count.textContent !== text) page.count.textContent = text;
};
const showState = () => {
const current = view();
const shown = result.shown.length;
const filters = activeFilters();
if (page.q.value !== state.query) page.q.value = state.query;
if (page.sort.value !== sorting()) page.sort.value = sorting();
showActive(filters);
if (query.empty) delete page.active.dataset.query;
else page.active.dataset.query = state.query.trim(); // paper has no search field
page.filtersOn.textContent = filters.length ? String(filters.length) : "";
page.citeAll.disabled = !shown;
page.citeAll.hidden = current.name !== "papers";
page.sheetShow.textContent = `Show ${counted(shown, current.name)}`;
for (const link of page.switches) showSwitch(link);
page.sort.querySelector("[value=relevance]").disabled = query.empty;
const grouping = page.sort.querySelector("[value=group]");
grouping.textContent = grouping.dataset[current.name];
};
const showActive = (filters) => {
if (!filters.length && !page.active.firstChild) return;
const chips = filters.map(({ text, out, drop }) => {
const button = make("button", { type: "button", className: `chip on${out ? " out" : ""}` }, text, make("span", { className: "cross", textContent: "×" }));
button.setAttribute("aria-label", `Remove filter ${text}`);
button.addEventListener("click", () => {
change(drop);
(page.active.querySelector("button") ?? page.q).focus({ preventScroll: true });
});
return make("li", {}, button);
});
if (filters.length > 1 || (filters.length && !query.empty)) {
const clear = make("button", { type: "button", className: "chip clear", textContent: "Clear all" });
clear.addEventListener("click", () => {
change(clearAll);
page.q.focus({ preventScroll: true });
});
chips.push(make("li", {}, clear));
}
page.active.replaceChildren(...chips);
};
const showSwitch = (link) => {
const one = views.get(link.dataset.view);
const current = one === view();
const found = number.format(current ? result.shown.length : foundIn(one));
const count = link.querySelector(".n");
if (count.textContent !== found) count.textContent = found;
if (current) link.setAttribute("aria-current", "true");
else link.removeAttribute("aria-current");
const address = Filters.toAddress(current ? state : { ...Filters.blank(one.name), query: state.query }, firstView()) || "#?";
if (link.getAttribute("href") !== address) link.setAttribute("href", address);
};
const foundIn = (one) => one.scores(query)?.reduce((sum, score) => sum + (score > 0), 0) ?? one.records.length;
const clearAll = () => Object.assign(state, Filters.blank(state.view), { sort: state.sort });
const whyNothing = (filters) => {
const [{ facet, out }] = filters;
const one = NOUNS.get(view().name)[0];
if (filters.some((other) => other.facet !== facet || other.out !== out)) return "These filters exclude one another: in a survey that is a finding, too.";
if (facet === undefined) return `No ${one} is of these years.`;
const value = filters.length > 1 ? "any of these values" : "this value";
return out ? `There is no ${one} without ${value}.` : `No ${one} carries ${value}: in a survey that is a finding, too.`;
};
const showNothing = () => {
page.nothing.hidden = result.shown.length > 0;
if (result.shown.length) return;
const current = view();
const ways = make("ul");
const way = (text, act) => {
const button = make("button", { type: "button", className: "chip", textContent: text });
button.addEventListener("click", () => {
change(act);
page.q.focus({ preventScroll: true });
});
ways.append(make("li", {}, button));
};
const filters = activeFilters();
const perFacet = (n) => filters.filter((filter) => filter.facet === n);
for (const [n, gain] of result.barred) {
if (gain) way(`Drop “${perFacet(n).map((f) => f.text).join(", ")}”: ${counted(gain, current.name)}`, () => perFacet(n).forEach((f) => f.drop()));
}
if (result.outOfYears) way(`Of any year: ${counted(result.outOfYears, current.name)}`, () => (state.years = Filters.NO_YEARS));
if (!query.empty && filters.length) {
const { shown } = Filters.evaluate(current.records, current.facets, { ...Filters.blank(current.name) }, current.scores(query));
if (shown.length) way(`Search for “${state.query.trim()}” alone: ${counted(shown.length, current.name)}`, () => Object.assign(state, Filters.blank(state.view), { query: state.query }));
}
for (const one of views.values()) {
if (one === current || query.empty) continue;
const found = foundIn(one);
if (found) way(`Search elsewhere: ${counted(found, one.name)}`, () => (state = { ...Filters.blank(one.name), query: state.query }));
}
way("Clear all filters", clearAll);
page.nothing.replaceChildren(
make("h2", { textContent: `No ${NOUNS.get(current.name)[0]} matches` }),
make("p", { className: "muted", textContent: query.empty ? whyNothing(filters) : "Words match from their beginning, in titles, names, authors, summaries and tags." }),
ways,
);
};
let speaking = 0;
const announce = () => {
clearTimeout(speaking);
const { textContent } = page.count;
speaking = setTimeout(() => (page.status.textContent = result.shown.length ? textContent : `No ${NOUNS.get(state.view)[0]} matches`), 500);
};
let written = "";
const write = (push) => {
const hash = Filters.toAddress(state, firstView());
if (hash === written) return;
written = hash;
const address = hash || location.href.split("#")[0];
try {
history[push ? "pushState" : "replaceState"](null, "", address);
} catch {
}
};
const change = (act) => {
if (page.resting) rest();
act();
typing = false;
write(true);
update();
};
const type = () => {
state.query = page.q.value;
update(true);
clearTimeout(page.resting);
page.resting = setTimeout(rest, REST);
};
const rest = () => {
clearTimeout(page.resting);
page.resting = null;
write(!typing);
typing = true;
showMore(CHUNK - view().limit);
};
const read = () => {
if (location.hash === written) return;
written = location.hash;
state = Filters.fromAddress(location.hash, views);
typing = false;
update();
};
const titles = () => [...view().node.querySelectorAll(".group:not([hidden]) .card h3 a")];
const inField = (node) => node.matches("input:not([type=checkbox]), textarea, select");
const step = (by) => {
const all = titles();
const card = document.activeElement.closest?.(".card");
const at = card ? all.indexOf(card.querySelector("h3 a")) : -1;
if (at === 0 && by < 0) return page.q.focus();
const next = all[at < 0 ? 0 : Math.min(at + by, all.length - 1)];
next?.focus({ preventScroll: true });
next?.closest(".card").scrollIntoView({ block: "nearest" });
};
const escape = () => {
if (state.query) change(() => (state.query = ""));
else if (activeFilters().length) change(clearAll);
else page.q.blur();
};
const KEYS = new Map([
["/", () => (page.q.focus(), page.q.select())],
["j", () => step(1)],
["k", () => step(-1)],
["?", () => page.keys.showModal()],
["c", () => cite(document.activeElement.closest?.(".card"))],
["Escape", escape],
]);
const pressed = (event) => {
if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
if (document.querySelector("dialog[open]")) return;
const field = inField(event.target);
const inCard = Boolean(event.target.closest?.(".card"));
let act = field ? null : KEYS.get(event.key);
if (event.target === page.q && event.key === "Escape") act = escape;
if (event.target === page.q && (event.key === "Enter" || event.key === "ArrowDown")) act = () => step(1);
if (inCard && event.key === "ArrowDown") act = () => step(1);
if (inCard && event.key === "ArrowUp") act = () => step(-1);
if (!act) return;
event.preventDefault();
act();
};
const cite = (card) => {
if (state.view !== "papers") return;
const { records } = view();
const id = card?.dataset.id;
const chosen = id ? records.filter((record) => record.id === id) : result.shown.map((n) => records[n]);
if (chosen.length) Cite.open(chosen.map((record) => record.id), id ? chosen[0].title : null);
};
const openSheet = () => {
$("sheet-body").append(page.facets);
page.sheet.showModal();
};
const closedSheet = () => page.sidebar.append(page.facets);
const measure = () => {
page.top = page.results.offsetTop;
page.head = $("toolbar").offsetHeight;
scrolled();
};
const scrolled = () => (page.scrolled = scrollY);
const room = () => Math.ceil((innerHeight - page.head - Math.max(page.top - page.scrolled, 0)) / LEAST) + 1;
const listen = () => {
page.q.addEventListener("input", type);
page.sort.addEventListener("change", () => change(() => (state.sort = page.sort.value === defaultSort() ? null : page.sort.value)));
page.citeAll.addEventListener("click", () => cite(null));
$("show-keys").addEventListener("click", () => page.keys.showModal());
$("open-filters").addEventListener("click", openSheet);
$("sheet-clear").addEventListener("click", () => change(clearAll));
page.sheet.addEventListener("close", closedSheet);
matchMedia("(min-width: 64rem)").addEventListener("change", () => page.sheet.open && page.sheet.close());
for (const dialog of document.querySelectorAll("dialog")) {
dialog.addEventListener("click", (event) => (event.target === dialog || event.target.closest("[data-close]")) && dialog.close());
}
page.results.addEventListener("click", clicked);
page.more.addEventListener("click", () => showMore(CHUNK));
new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && !page.resting && showMore(CHUNK), { rootMargin: "800px" }).observe(page.more);
addEventListener("scroll", scrolled, { passive: true });
addEventListener("resize", measure);
measure();
addEventListener("beforeprint", () => showMore(Infinity));
addEventListener("popstate", read);
addEventListener("hashchange", read);
addEventListener("pagehide", () => page.resting && rest());
document.addEventListener("keydown", pressed);
};
const defaultSort = () => (query.empty ? "group" : "relevance");
const showMore = (by) => {
if (page.more.hidden || by <= 0) return;
view().limit += by;
showList();
};
const clicked = (event) => {
if (event.target.closest("[data-cite]")) return cite(event.target.closest(".card"));
const chip = event.target.closest("a.chip");
if (!chip || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return undefined;
event.preventDefault();
const [, field, value] = /^#([^.]*)\.(.*)$/s.exec(decodeURIComponent(chip.hash));
change(() => Filters.toggle(state, field, value, "include"));
return undefined;
};
const start = () => {
const ids = { q: "q", sort: "sort", count: "count", active: "active", status: "status", facets: "facets", nothing: "nothing", more: "more", sheet: "sheet", keys: "keys", citeAll: "cite-all", filtersOn: "filters-on", sheetShow: "sheet-show" };
for (const [name, id] of Object.entries(ids)) page[name] = $(id);
page.results = document.querySelector(".results");
page.sidebar = document.querySelector(".sidebar");
page.switches = [...document.querySelectorAll("[data-view]")];
const data = { ...VOCABULARY, ...JSON.parse($("data").textContent) };
views = new Map(["papers", "exclusions"].map((name) => [name, new View(name, data[name], data)]));
for (const one of views.values()) {
buildFacets(one);
countWhole(one);
}
state = Filters.fromAddress(location.hash, views);
written = location.hash;
listen();
update();
soon(prepare);
};
const prepare = (time) => {
const all = [...views.values()];
while (!all.every((one) => one.indexed(20))) if (!time || time.timeRemaining() < 4) return soon(prepare);
return undefined;
};
const soon = (act) => (globalThis.requestIdleCallback ? requestIdleCallback(act, { timeout: 500 }) : setTimeout(act, 20));
try {
start();
} catch (error) {
document.documentElement.classList.replace("js", "failed");
throw error;
}
})();
