// The whole run as a strip, where only a part of it is seen: which part that is, and a way to the others.
"use strict";
const TraceOverview = (() => {
  const ROW = 4; // pixels of a lane
  const [LOW, HIGH] = [16, 56]; // pixels of the strip
  const EDGE = 4;

  /** Return the strip: `node`, and `paint`, which shows what it is told of a scene and is hidden where that shows the whole run. */
  const made = () => {
    const node = TracePanel.make("canvas", { className: "trace-overview", hidden: true, title: "The whole run; what is framed is seen above" });
    node.setAttribute("aria-hidden", "true");
    let said = null;

    const across = () => (node.clientWidth - 2 * EDGE) / Math.max(said.layout.span, 1e-300);
    const at = (value) => EDGE + (value - said.layout.low) * across();
    // Drawn once: while a long run moves, only the frame on it does.
    const dots = document.createElement("canvas");
    let drawn = [];
    const dot = (now, wide, high, ratio) => {
      const wanted = [now.layout, now.colors, wide, ratio];
      if (wanted.every((one, place) => one === drawn[place])) return;
      drawn = wanted;
      Object.assign(dots, { width: wide * ratio, height: high * ratio });
      const ctx = dots.getContext("2d");
      ctx.scale(ratio, ratio);
      ctx.fillStyle = now.colors.muted;
      const seen = new Set();
      for (const { y, end } of now.order) {
        const [x, top] = [Math.round(at(end)), Math.round(3 + (y / now.layout.height) * (high - 6)) - 1];
        if (seen.has(x * HIGH + top)) continue;
        seen.add(x * HIGH + top);
        ctx.fillRect(x - 1, top, 2, 2);
      }
    };
    const paint = (now) => {
      said = now;
      if (node.hidden !== now.whole) node.hidden = now.whole;
      if (now.whole) return;
      const [wide, high, ratio] = [node.clientWidth, Math.min(HIGH, Math.max(LOW, now.layout.lanes.length * ROW + 6)), devicePixelRatio || 1];
      if (!wide) return;
      dot(now, wide, high, ratio);
      Object.assign(node, { width: dots.width, height: dots.height });
      node.style.height = `${high}px`;
      const ctx = node.getContext("2d");
      ctx.scale(ratio, ratio);
      const [from, to] = [Math.max(0, at(now.from)), Math.min(wide, at(now.to))];
      ctx.fillStyle = now.colors.surface;
      ctx.fillRect(from, 0, to - from, high);
      ctx.drawImage(dots, 0, 0, wide, high);
      ctx.strokeStyle = now.colors.accent;
      ctx.lineWidth = 2;
      ctx.strokeRect(from + 1, 1, Math.max(6, to - from - 2), high - 2);
    };

    const go = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      said.go(said.layout.low + (event.clientX - node.getBoundingClientRect().left - EDGE) / across());
    };
    node.addEventListener("pointerdown", (event) => {
      node.setPointerCapture(event.pointerId);
      go(event);
    });
    node.addEventListener("pointermove", go);
    return { node, paint };
  };

  return { made };
})();
