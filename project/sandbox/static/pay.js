// Counts the time to pay down; the server decides when it is over, the reload only asks it.
"use strict";
for (const clock of document.querySelectorAll("time[data-seconds-left]")) {
  const end = performance.now() + Number(clock.dataset.secondsLeft) * 1000;
  const timer = setInterval(() => {
    const left = Math.max(0, Math.round((end - performance.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left === 0) {
      clearInterval(timer);
      setTimeout(() => location.replace(location.href), 1500);
    }
  }, 500);
}
