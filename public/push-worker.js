// Shows what the server pushes while no page is open. It keeps nothing, and answers no request of a page.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let message = {};
  try {
    message = event.data.json();
  } catch {
    // A push without words: browsers want something shown for each.
  }
  const { id, title = "Filedeck", text = "", at = Date.now(), link = null, importance = "info" } = message;
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      tag: id,
      timestamp: at,
      requireInteraction: importance === "critical",
      data: { link },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link } = event.notification.data;
  // Below the base path, and nowhere else.
  const address = new URL(String(link ?? "").replace(/^\/+/, ""), self.registration.scope).href;
  event.waitUntil(open(address.startsWith(self.registration.scope) ? address : self.registration.scope));
});

async function open(address) {
  const windows = await self.clients.matchAll({ type: "window" });
  const [first] = windows.filter(({ focused }) => focused).concat(windows);
  if (first === undefined) return self.clients.openWindow(address);
  await first.focus();
  return first.navigate(address);
}
