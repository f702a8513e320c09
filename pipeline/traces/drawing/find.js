// The field in which events are searched for, by any text in them.
"use strict";
const TraceFind = (() => {
  const { make } = TracePanel;

  const hay = (event) => {
    event.hay ??= `${JSON.stringify(event.raw)} ${event.type.replaceAll("_", " ")}`.toLowerCase();
    return event.hay;
  };

  /** Return the field and the count beside it. `select` is called with the event that is gone to, `leave` when the field is left. */
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
    // The next behind the selected event, or the one before it; round and round.
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
