// On the page of one run: the drawing stands where the page says, or in its place why there is none.
"use strict";
(() => {
  const root = document.getElementById("drawing");
  const notes = (model) => {
    for (const note of model.notes) root.before(TracePanel.make("p", { className: "notice" }, `${note}.`));
  };
  try {
    const data = JSON.parse(document.getElementById("data").textContent);
    const model = TraceReading.model(data.trace, data);
    TraceDrawing.mount(root, model, data);
    notes(model);
  } catch (error) {
    root.replaceChildren();
    document.documentElement.classList.replace("js", "failed");
    if (!(error instanceof TraceReading.Refusal)) throw error;
    document.querySelector(".if-failed").textContent = [error.message, error.found, error.hint].map((said) => said.replace(/\.?$/, ".")).join(" ");
  }
})();
