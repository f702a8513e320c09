"use strict";
const Search = (() => {
const WORD = /[\p{L}\p{N}]+/gu;
const SHOWN_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*/gu;
const PARTS = 5; // of a hyphenated word; a longer chain is an address, whose joints nobody leaves out
const PLAIN = new Map(Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", þ: "th" }));
const STROKED = /[ßæœøđðłıþ]/g;
const ASCII = /^[\x00-\x7f]*$/;
const fold = (text) =>
ASCII.test(text)
? text.toLowerCase()
: text
.normalize("NFKD")
.replace(/[\p{Mn}\p{Cf}]/gu, "")
.toLowerCase()
.replace(STROKED, (letter) => PLAIN.get(letter));
function* wordsOf(folded) {
for (const chunk of folded.split(/\s+/)) {
const parts = chunk.match(WORD);
if (!parts) continue;
yield* parts;
if (parts.length > PARTS) continue;
for (let first = 0; first < parts.length - 1; first++) yield parts.slice(first).join("");
}
}
const ARXIV = /(?:^|[/.:=])((?:[a-z-]+(?:\.[a-z]{2})?\/\d{7})|\d{4}\.\d{4,5})(?:v\d+)?(?![a-z\d])/;
const DOI = /^(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/(?=10\.)/;
const ADDRESS = /^https?:\/\/(?:www\.)?/;
const termOf = (typed) => {
const raw = ARXIV.exec(typed)?.[1] ?? typed.replace(DOI, "");
if (ADDRESS.test(raw)) return { raw: raw.replace(ADDRESS, "").replace(/\/$|#.*$/, ""), parts: [], joined: "", literal: true };
const parts = raw.match(WORD) ?? [];
return { raw, parts, joined: parts.join(""), literal: parts.join("") !== raw };
};
const query = (text) => {
const folded = fold(text).trim();
const terms = folded
.split(/\s+/)
.filter(Boolean)
.map(termOf);
const marks = [...new Set(terms.flatMap((term) => [...term.parts, term.joined]))].filter(Boolean);
return { folded, terms, marks, empty: terms.length === 0 };
};
class Index {
constructor() {
this.size = 0;
this.titles = [];
this.names = [];
this.literal = [];
this.byWord = new Map();
}
add(texts) {
const number = this.size++;
const folded = texts.map(([weight, text]) => [weight, fold(text)]);
this.titles.push(folded[0][1]);
this.names.push(folded[1][1]);
this.literal.push(folded.map(([, text]) => text).join("\n"));
const best = new Map();
for (const [weight, text] of folded) {
for (const word of weight ? wordsOf(text) : []) if (!(best.get(word) >= weight)) best.set(word, weight);
}
for (const [word, weight] of best) {
const posting = this.byWord.get(word);
if (posting) posting.push(number, weight);
else this.byWord.set(word, [number, weight]);
}
}
close() {
this.words = [...this.byWord.keys()].sort();
this.postings = this.words.map((word) => this.byWord.get(word));
return this;
}
scores(asked) {
if (asked.empty) return null;
let total = null;
for (const term of asked.terms) {
const found = this.#term(term);
if (!total) total = found;
else for (let i = 0; i < this.size; i++) total[i] = total[i] && found[i] ? total[i] + found[i] : 0;
}
for (let i = 0; i < this.size; i++) {
if (!total[i]) continue;
if (this.names[i] === asked.folded) total[i] += 40;
if (this.titles[i].includes(asked.folded)) total[i] += 12;
}
return total;
}
#term({ raw, parts, joined, literal }) {
const found = new Float32Array(this.size);
if (parts.length) this.#beginning(joined, found);
if (parts.length > 1) {
const all = parts.map((part) => this.#beginning(part, new Float32Array(this.size)));
for (let i = 0; i < this.size; i++) {
let sum = 0;
if (all.every((one) => (sum += one[i], one[i]))) found[i] = Math.max(found[i], sum / parts.length);
}
}
if (literal) {
for (let i = 0; i < this.size; i++) {
if ((found[i] || !parts.length) && this.literal[i].includes(raw)) found[i] += 20;
}
}
return found;
}
#beginning(start, found) {
for (let n = this.#first(start); n < this.words.length && this.words[n].startsWith(start); n++) {
const factor = this.words[n].length === start.length ? 1.5 : 1;
const posting = this.postings[n];
for (let i = 0; i < posting.length; i += 2) {
const score = posting[i + 1] * factor;
if (score > found[posting[i]]) found[posting[i]] = score;
}
}
return found;
}
#first(start) {
let low = 0;
let high = this.words.length;
while (low < high) {
const middle = (low + high) >> 1;
if (this.words[middle] < start) low = middle + 1;
else high = middle;
}
return low;
}
}
const shownLength = (word, needed) => {
let length = 0;
let covered = 0;
for (const character of word) {
const folded = fold(character).length;
if (covered >= needed && folded) break;
covered += folded;
length += character.length;
}
return length;
};
const matches = (text, asked) => {
const found = [];
const words = [...text.matchAll(SHOWN_WORD)].map((m) => ({ start: m.index, text: m[0], folded: fold(m[0]) }));
for (let i = 0; i < words.length; i++) {
let end = 0;
for (const mark of asked.marks) end = Math.max(end, matchEnd(words, i, mark, text));
if (end > (found.at(-1)?.[1] ?? 0)) found.push([words[i].start, end]);
}
for (const { raw } of asked.terms.filter((term) => !term.parts.length)) {
const start = text.toLowerCase().indexOf(raw);
if (start >= 0 && !found.length) found.push([start, start + raw.length]);
}
return found;
};
const unseen = (texts, asked) =>
asked.terms.filter((term) => !texts.some((text) => matches(text, { marks: [...new Set([...term.parts, term.joined])].filter(Boolean), terms: [term] }).length));
const matchEnd = (words, first, mark, text) => {
let run = "";
for (let n = first; n < words.length; n++) {
const word = words[n];
if (n > first && /\s/.test(text.slice(words[n - 1].start + words[n - 1].text.length, word.start))) return 0;
if (run.length + word.folded.length >= mark.length) {
return (run + word.folded).startsWith(mark) ? word.start + shownLength(word.text, mark.length - run.length) : 0;
}
run += word.folded;
if (!mark.startsWith(run)) return 0;
}
return 0;
};
const showMarked = (element, text, asked) => {
const found = asked.empty ? [] : matches(text, asked);
if (!found.length) {
element.textContent = text;
return false;
}
const pieces = [];
let done = 0;
for (const [start, end] of found) {
const mark = document.createElement("mark");
mark.textContent = text.slice(start, end);
pieces.push(text.slice(done, start), mark);
done = end;
}
element.replaceChildren(...pieces, text.slice(done));
return true;
};
return { fold, query, Index, matches, unseen, showMarked };
})();
