import { cleanTree } from "./clean-tree";
import { serveFrame } from "./frame-host";
import { make } from "./make-element";

/** A page of HTML as it looks without scripts and without whatever it would fetch. */
serveFrame(async ({ bytes }, stage, { word }) => {
  const parsed = new DOMParser().parseFromString(new TextDecoder(charsetOf(bytes)).decode(bytes), "text/html");
  cleanTree(parsed);
  const host = make("div", { className: "scroll paper", tabIndex: 0, role: "document", label: word("document") });
  host.attachShadow({ mode: "open" }).append(document.importNode(parsed.documentElement, true));
  stage.replaceChildren(host);
});

/** Its `meta charset` within the first KB, as browsers look for it; else UTF-8. */
function charsetOf(bytes: ArrayBuffer): string {
  const head = new TextDecoder("latin1").decode(bytes.slice(0, 1024));
  const [, name = "utf-8"] = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head) ?? [];
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return "utf-8"; // a name that nobody knows
  }
}
