// What is told of one event in words, of all of them as a table, and what the signs mean.
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

  // -- one event

  // In the file's own order; a text keeps its line breaks, everything that cannot be seen is shown.
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

  // From where an error began to this event, and how many it spoiled.
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

  /** Return everything that is told of an event. `act` holds what the buttons do: `close`, `before` and `after`. */
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

  /** Return an event in a sentence, for who hears and does not see. */
  const spoken = (event, model) => {
    const about = TracePaint.labelOf(event).replace("→", "to");
    const marks = [event.critical && "on the critical path", event.failed && "failed", event.untrusted && "not trusted", event.rewards.length && "rewarded"].filter(Boolean);
    const count = (links) => `${links.length} ${links.length === 1 ? "edge" : "edges"}`;
    return `${called(event.id, 40)}: ${words(event.type)}${about ? ` ${about}` : ""} by ${called(event.agent, 40)}, ${when(event, model.clock)}, ${event.number} of ${model.events.length}. ${marks.map((mark) => `${mark}, `).join("")}${count(event.in)} in, ${count(event.out)} out.`;
  };

  // -- all events as a table

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

  /** Return a folded table of all events, which is only made when somebody opens it. */
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
