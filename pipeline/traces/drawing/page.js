// On the page of one run: the drawing stands where the page says.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  TraceDrawing.mount(document.getElementById("drawing"), TraceReading.model(data.trace, data), data);
})();
