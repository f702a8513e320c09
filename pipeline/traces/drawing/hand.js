// The pointer on the stage: hints, clicks, drags, and the wheel that brings closer.
"use strict";
const TraceHand = (() => {
  const { called, short } = TraceReading;
  const NEAR = 14; // pixels within which a mark is meant
  const STEADY = 4; // pixels that a click may slip

  const told = (agent) => {
    const parts = [
      called(agent.name, 200), agent.role !== null && `role ${called(agent.role, 60)}`, agent.kind !== null && agent.kind !== "agent" && short(agent.kind, 20),
      agent.model !== null && `model ${short(agent.model, 60)}`, agent.parent !== null && `spawned by ${called(agent.parent.name, 60)}`,
    ];
    return `${parts.filter(Boolean).join(", ")}; ${agent.events.length} ${agent.events.length === 1 ? "event" : "events"}`;
  };

  /** Let a scene follow the pointer; `pick` is called with an event that was clicked. Returns the element that hints. */
  const made = (model, scene, pick) => {
    const { stage } = scene;
    const tip = TracePanel.make("div", { className: "trace-tip", hidden: true });
    let drag = null;

    const placed = (event) => {
      const box = stage.getBoundingClientRect();
      return [event.clientX - box.left - stage.clientLeft, event.clientY - box.top - stage.clientTop];
    };
    const unhint = () => (tip.hidden = true);
    const hint = (x, y) => {
      const event = scene.under(x, y, NEAR);
      const agent = scene.agentAt(x, y);
      stage.classList.toggle("over", event !== null);
      tip.hidden = event === null && agent === null;
      if (tip.hidden) return;
      tip.textContent = event === null ? told(agent) : TracePanel.spoken(event, model);
      const [wide, high] = [tip.offsetWidth, tip.offsetHeight];
      tip.style.left = `${Math.max(4, Math.min(x + 14, stage.clientWidth - wide - 4))}px`;
      tip.style.top = `${y + 18 + high > stage.clientHeight ? Math.max(4, y - high - 14) : y + 18}px`;
    };

    // A finger scrolls by itself.
    const pressed = (event) => {
      const [x, y] = placed(event);
      if (event.button || event.pointerType === "touch" || x >= stage.clientWidth || y >= stage.clientHeight) return;
      drag = { x: event.clientX, y: event.clientY, left: stage.scrollLeft, top: stage.scrollTop, moved: false };
    };
    const dragged = (event) => {
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.moved && Math.hypot(dx, dy) < STEADY) return;
      if (!drag.moved) stage.setPointerCapture(event.pointerId);
      drag.moved = true;
      stage.classList.add("dragged");
      stage.scrollTo(drag.left - dx, drag.top - dy);
      unhint();
    };
    const dropped = () => {
      stage.classList.remove("dragged");
      setTimeout(() => (drag = null)); // after the click that ends it
    };

    stage.addEventListener("pointerdown", pressed);
    stage.addEventListener("pointermove", (event) => {
      if (drag && event.buttons) dragged(event);
      else if (event.pointerType !== "touch") hint(...placed(event));
    });
    stage.addEventListener("pointerup", dropped);
    stage.addEventListener("pointercancel", dropped);
    stage.addEventListener("pointerleave", unhint);
    stage.addEventListener("scroll", unhint, { passive: true });
    stage.addEventListener("click", (event) => {
      const meant = drag?.moved ? null : scene.under(...placed(event), NEAR);
      if (meant !== null) pick(meant);
      else if (!drag?.moved) hint(...placed(event)); // of an agent: a finger does not hover
    });
    stage.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      unhint();
      scene.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) / 240), placed(event)[0]);
    }, { passive: false });
    return tip;
  };

  return { made };
})();
