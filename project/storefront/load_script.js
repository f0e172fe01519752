// Retries the page's one script with back-off when it does not arrive; then says that no button works yet.
{
  const waits = [500, 2000]
  const retry = (lost) => {
    const wait = waits.shift()
    if (!wait) {
      document.body.append(document.querySelector("template#not-loaded").content)
      return
    }
    setTimeout(() => {
      const next = document.createElement("script")
      next.id = "boot"
      next.type = "module"
      // Firefox fetches no module a second time under the same address.
      next.src = `${lost.src.split("?")[0]}?retry=${waits.length}`
      lost.replaceWith(next)
    }, wait)
  }
  // Errors of elements do not bubble.
  addEventListener("error", ({ target }) => target.id === "boot" && retry(target), true)
  // The notice's button, also when frontend/src/boot.ts shows it. WebKit keeps lost files for all but a reload.
  addEventListener("click", ({ target }) => target.id === "reload" && location.reload())
}
