// Makes every paper's citation, in the form that is asked for, of CITED, which stands before this in the same file.
"use strict";
globalThis.citations = (() => {
  const { head, shared, names, papers } = globalThis.CITED;
  const FORMS = ["bib", "ris", "csv", "txt"];
  const MANY = 10; // names of a plain citation

  const named = ([form, ...values]) => Object.fromEntries(names[form].map((name, place) => [name, values[place]]));

  const whole = ({ ...item }) => {
    if (item.author) item.author = item.author.map((one) => (Array.isArray(one) ? { family: one[0], given: one[1] } : one));
    if (item.keyword) item.keyword = item.keyword.map((one) => shared[one]).join("; ");
    return item;
  };

  // What several forms of a paper say.
  const own = ({ title, annote, URL, archive_location: number, id, author = [], keyword = [] }) => {
    const people = author.map((one) => Object.values(one));
    const inverted = people.map((name) => name.join(", "));
    const straight = people.map((name) => name.reverse().join(" "));
    return [
      title,
      annote,
      URL,
      number,
      id,
      inverted.join(" and "),
      straight.slice(0, straight.length > MANY ? MANY : -1).join(", "),
      inverted.map((name) => `AU  - ${name}\n`).join(""),
      keyword.map((one) => `KW  - ${shared[one]}\n`).join(""),
    ];
  };

  const text = (parts, item) => {
    const known = own(item);
    return parts.map((part) => (typeof part === "string" ? part : part < 0 ? known[-1 - part] : shared[part])).join("");
  };

  return (form) => {
    const cited = ([said, ...texts]) => {
      const item = named(said);
      return [item.id, form === "json" ? whole(item) : text(texts[FORMS.indexOf(form)], item)];
    };
    return { head: form === "csv" ? head : "", byKey: new Map(papers.map(cited)) };
  };
})();
