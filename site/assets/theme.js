"use strict";
(() => {
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const NAME = "theme";
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
