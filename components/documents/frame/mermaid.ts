import mermaid from "mermaid";
import { CannotShow, serveFrame } from "./frame-host";
import { make } from "./make-element";

const maxLength = 50_000;

/** A diagram of Mermaid's language. Its text sets no styles, links or scripts of its own, and the frame has no origin that they could use. */
serveFrame(async ({ bytes }, stage, { look, word, resize }) => {
  const source = new TextDecoder().decode(bytes);
  if (source.length > maxLength) throw new CannotShow("tooLarge");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    theme: look.isDark ? "dark" : "default",
    maxTextSize: maxLength,
    maxEdges: 500,
    suppressErrorRendering: true,
    // What a text may not change by its own directives.
    secure: ["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering", "theme"],
  });
  const { svg } = await mermaid.render("diagram", source);
  const drawn = new DOMParser().parseFromString(svg, "text/html").body.firstElementChild;
  if (drawn === null) throw new CannotShow("empty");
  const shown = document.importNode(drawn, true);
  const box = make("div", { className: "diagram", role: "img", label: word("diagram") }, [shown]);
  stage.replaceChildren(box);
  new ResizeObserver(() => resize(shown.getBoundingClientRect().height)).observe(shown);
});
