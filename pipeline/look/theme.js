// The theme follows the system until somebody switches; a choice that equals the system's is forgotten again.
// Loaded in the head without "defer", so that no page flashes in the other theme.
"use strict";
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const NAME = "theme";

  // Storage throws where a browser denies it, for instance to pages from disk.
  const remembered = () => {
    try {
      const value = localStorage.getItem(NAME);
      return value === "dark" || value === "light" ? value : null;
    } catch {
      return null;
    }
  };
  const remember = (value) => {
    try {
      if (value === null) localStorage.removeItem(NAME);
      else localStorage.setItem(NAME, value);
    } catch {
      // The choice then holds for this page alone.
    }
  };

  let chosen = remembered();
  const theme = () => chosen ?? (system.matches ? "dark" : "light");

  const show = () => {
    if (chosen === null) delete root.dataset.theme;
    else root.dataset.theme = chosen;
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.setAttribute("aria-pressed", String(theme() === "dark"));
      button.hidden = false;
    }
  };

  root.classList.add("js");
  show();
  // A page whose script does not arrive, or fails before it has begun, shows what it would show without scripts, and says so.
  // Observers of sizes report as an error of the window that they will look once more.
  const fails = ({ target, message }) => (target === window ? !message?.startsWith("ResizeObserver") : target instanceof HTMLScriptElement);
  const failed = (event) => fails(event) && root.classList.replace("js", "failed");
  addEventListener("error", failed, true);
  system.addEventListener("change", show);
  addEventListener("storage", (event) => {
    if (event.key !== NAME) return;
    chosen = remembered();
    show();
  });
  document.addEventListener("DOMContentLoaded", () => {
    removeEventListener("error", failed, true);
    show();
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.addEventListener("click", () => {
        const wanted = theme() === "dark" ? "light" : "dark";
        chosen = wanted === (system.matches ? "dark" : "light") ? null : wanted;
        remember(chosen);
        show();
      });
    }
  });
})();
