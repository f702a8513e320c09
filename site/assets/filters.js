"use strict";
const Filters = (() => {
const SORTS = ["group", "relevance", "newest", "year", "title"];
const NO_YEARS = [null, null];
const blank = (view) => ({ view, query: "", years: NO_YEARS, sort: null, include: new Map(), exclude: new Map() });
const facetsOf = (facets, { fields, uncoded }) =>
facets.map(([position, open, coded]) => {
const { name, label, about, values: declared } = fields[position];
const values = [...declared, ...(coded === null ? [] : [uncoded])].map((value) => ({ name: value[0], label: value[1], about: value[2] }));
return { name, label, about, open, coded, values, byName: new Map(values.map((value, number) => [value.name, number])) };
});
const decoded = (text) => {
try {
return decodeURIComponent(text);
} catch {
return null; // a broken escape spoils its own piece alone
}
};
const pairsOf = (hash) => {
const text = hash.startsWith("#?") ? hash.slice(2) : "";
return text
.split("&")
.map((piece) => {
const sign = piece.indexOf("=");
return sign < 0 ? [null, null] : [decoded(piece.slice(0, sign)), decoded(piece.slice(sign + 1))];
})
.filter(([name, value]) => name !== null && value !== null);
};
const fromAddress = (hash, views) => {
const pairs = pairsOf(hash);
const asked = pairs.findLast(([name, value]) => name === "view" && views.has(value));
const state = blank(asked ? asked[1] : views.keys().next().value);
const facets = views.get(state.view).facetByName;
for (const [name, value] of pairs) {
if (name === "q") state.query = value.slice(0, 300);
else if (name === "y") state.years = yearsFrom(value);
else if (name === "sort" && SORTS.includes(value)) state.sort = value;
else if (name.startsWith("f.") || name.startsWith("x.")) {
const facet = facets.get(name.slice(2));
if (facet?.byName.has(value)) set(state, facet.name, value, name.startsWith("f.") ? "include" : "exclude");
}
}
return state;
};
const yearsFrom = (text) => {
const match = /^(\d{4})?(-)?(\d{4})?$/.exec(text);
if (!match || !(match[1] || match[3])) return NO_YEARS;
const from = match[1] ? Number(match[1]) : null;
const to = match[3] ? Number(match[3]) : match[2] ? null : from;
return from !== null && to !== null && from > to ? [to, from] : [from, to];
};
const toAddress = (state, first) => {
const parts = [];
const add = (name, value) => parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
if (state.view !== first) add("view", state.view);
if (state.query.trim()) add("q", state.query);
for (const [field, values] of state.include) for (const value of values) add(`f.${field}`, value);
for (const [field, values] of state.exclude) for (const value of values) add(`x.${field}`, value);
const [from, to] = state.years;
if (from !== null || to !== null) add("y", `${from ?? ""}-${to ?? ""}`);
if (state.sort) add("sort", state.sort);
return parts.length ? `#?${parts.join("&")}` : "";
};
const has = (state, field, value, way) => state[way].get(field)?.has(value) ?? false;
const set = (state, field, value, way) => {
unset(state, field, value);
if (!state[way].has(field)) state[way].set(field, new Set());
state[way].get(field).add(value);
};
const unset = (state, field, value) => {
for (const way of ["include", "exclude"]) {
const values = state[way].get(field);
if (values?.delete(value) && !values.size) state[way].delete(field);
}
};
const toggle = (state, field, value, way) =>
has(state, field, value, way) ? unset(state, field, value) : set(state, field, value, way);
const tests = (facets, state) =>
facets.flatMap((facet, number) => {
const wanted = positions(facet, state.include.get(facet.name));
const refused = positions(facet, state.exclude.get(facet.name));
return wanted || refused ? [{ number, wanted, refused }] : [];
});
const positions = (facet, values) => values && new Set([...values].map((value) => facet.byName.get(value)));
const passes = (held, { wanted, refused }) =>
!(refused && held.some((value) => refused.has(value))) && !(wanted && !held.some((value) => wanted.has(value)));
const evaluate = (records, facets, state, scores) => {
const asked = tests(facets, state);
const counts = facets.map((facet) => new Uint32Array(facet.values.length));
const barred = new Map(asked.map((test) => [test.number, 0]));
const [from, to] = state.years;
const shown = [];
let outOfYears = 0;
records.forEach((record, number) => {
if (scores && !scores[number]) return;
const inYears = (from === null || record.year >= from) && (to === null || (record.year !== null && record.year <= to));
let only = -1;
for (const test of asked) {
if (passes(record.tags[test.number], test)) continue;
if (only >= 0) return;
only = test.number;
}
if (!inYears) {
if (only < 0) outOfYears++;
} else if (only >= 0) {
barred.set(only, barred.get(only) + 1);
count(counts[only], record.tags[only]);
} else {
shown.push(number);
for (let facet = 0; facet < counts.length; facet++) count(counts[facet], record.tags[facet]);
}
});
return { shown, counts, barred, outOfYears };
};
const count = (counts, held) => {
for (const value of held) counts[value]++;
};
return { SORTS, NO_YEARS, blank, facetsOf, fromAddress, toAddress, has, set, unset, toggle, evaluate };
})();
