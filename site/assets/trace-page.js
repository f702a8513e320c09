"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
TraceDrawing.mount(document.getElementById("drawing"), TraceReading.model(data.trace, data), data);
})();
