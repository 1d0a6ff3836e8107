// What could run, navigate, embed or reach out. The frame's policy forbids all of it already, but for hints to connect, which browsers take from `link`
// without asking a policy.
const removed =
  "script,noscript,template,iframe,frame,frameset,object,embed,applet,base,meta,link:not([rel=stylesheet]),form>input,button,select,textarea,input,portal,audio,video,source,track,animate,set,animateTransform,animateMotion,foreignObject,use";
const addressAttributes = new Set(["src", "href", "xlink:href", "poster", "background", "data", "action", "srcset"]);
const local = /^(?:blob:|data:(?:image|font)\/|cid:|#)/i;

/** Takes out of a parsed tree what a document has no need of to be read. Links keep their address: a click on one is asked about. */
export function cleanTree(root: Document | DocumentFragment | Element): void {
  for (const element of root.querySelectorAll(removed)) element.remove();
  for (const element of root.querySelectorAll("*")) {
    if (element.localName === "link" && !local.test(element.getAttribute("href") ?? "")) {
      element.remove();
      continue;
    }
    for (const name of element.getAttributeNames())
      if (isUnsafe(element, name, element.getAttribute(name) ?? "")) element.removeAttribute(name);
  }
}

function isUnsafe(element: Element, name: string, value: string): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith("on") || lower === "ping" || lower === "target" || lower === "srcdoc") return true;
  if (!addressAttributes.has(lower)) return false;
  const isLink = element.localName === "a" && /^(?:https?|mailto):/i.test(value);
  // Links inside a book name a file of it.
  const isRelative = element.localName === "a" && !/^[a-z][a-z0-9+.-]*:/i.test(value.trim()) && !value.startsWith("//");
  return !isLink && !isRelative && !local.test(value);
}
