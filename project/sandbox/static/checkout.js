// The provider's browser script: opens the pay page full screen or in a frame over the shop.
"use strict";
window.PhonePeCheckout = (() => {
  let frame = null;

  function closePage() {
    if (frame) frame.remove();
    frame = null;
  }

  /** callback gets "USER_CANCEL" (closed) or "CONCLUDED" (the flow ended, whatever its outcome). */
  function transact({ tokenUrl, callback, type }) {
    if (type !== "IFRAME") {
      window.location.assign(tokenUrl);
      return;
    }
    closePage();
    frame = document.createElement("div");
    Object.assign(frame.style, { position: "fixed", inset: "0", zIndex: "2147483647", background: "#0009" });
    const page = document.createElement("iframe");
    page.title = "PhonePe sandbox";
    Object.assign(page.style, {
      position: "absolute", inset: "0", margin: "auto", border: "0", background: "#fff",
      width: "min(100%, 480px)", height: "min(100%, 760px)",
    });
    const cross = document.createElement("button");
    cross.type = "button";
    cross.textContent = "×";
    cross.setAttribute("aria-label", "Close");
    Object.assign(cross.style, { position: "absolute", top: "8px", right: "8px", width: "44px", height: "44px" });
    const end = (word) => {
      closePage();
      if (callback) callback(word);
    };
    cross.addEventListener("click", () => end("USER_CANCEL"));
    page.addEventListener("load", () => {
      try {
        // Readable only once the frame came back to the shop's own origin: the flow has ended.
        const { href, pathname } = page.contentWindow.location;
        if (href !== "about:blank" && !pathname.endsWith("/transact/uat_v3")) end("CONCLUDED");
      } catch {
        // Still on the provider's pages.
      }
    });
    page.src = tokenUrl;
    frame.append(page, cross);
    document.body.append(frame);
    cross.focus();
  }

  return { transact, closePage };
})();
