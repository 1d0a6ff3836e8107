import { cleanTree } from "./clean-tree";
import type { FrameLook } from "@/components/domain/viewing/frame/frame-messages";
import { make } from "./make-element";

type Step = 1 | -1;
type Options = {
  look: FrameLook;
  label: string;
  /** Turned past the last page, or before the first. */ onEdge: (step: Step) => void;
};
export type Pager = ReturnType<typeof makePager>;

const gap = 48;
const [minSize, maxSize] = [12, 36];

/** One chapter in columns as wide as the window, of which one or two are in sight; in a tree of its own, so that its styles stay with it. */
export function makePager({ look, label, onEdge }: Options) {
  const element = make("div", { className: "book", tabIndex: 0, role: "document", label });
  const root = element.attachShadow({ mode: "open" });
  const style = make("style");
  const page = make("div");
  root.append(style, page);
  let size = 18;
  const layOut = () => {
    style.textContent = `
      :host { --gap: ${gap}px; }
      div { block-size: 100%; overflow: hidden; columns: ${element.clientWidth > 1000 ? 2 : 1}; column-gap: ${gap}px; column-fill: auto;
        padding: 0; margin: 24px ${gap / 2}px; block-size: calc(100% - 48px); }
      html, body { display: block; margin: 0 !important; padding: 0 !important; block-size: auto !important; inline-size: auto !important; background: none !important; }
      head, title { display: none; }
      html { font: ${size}px/1.6 Georgia, "Noto Serif", serif; color: var(--text); overflow-wrap: break-word; }
      img, svg, table { max-inline-size: 100%; max-block-size: ${Math.max(100, element.clientHeight - 64)}px; object-fit: contain; }
      pre { white-space: pre-wrap; }
      ${look.isDark ? "html * { color: inherit !important; background-color: transparent !important; }" : ""}
      a { color: var(--accent) !important; }`;
  };
  const width = () => page.clientWidth + gap;
  const turn = (step: Step) => {
    const before = Math.round(page.scrollLeft);
    page.scrollLeft += step * width() * (getComputedStyle(page).direction === "rtl" ? -1 : 1);
    if (Math.round(page.scrollLeft) === before) onEdge(step);
  };
  new ResizeObserver(layOut).observe(element);
  element.addEventListener("keydown", (event) => {
    const forward = look.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const back = look.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
    const step = (
      { [forward]: 1, [back]: -1, PageDown: 1, PageUp: -1, " ": event.shiftKey ? -1 : 1 } satisfies Record<string, Step>
    )[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    turn(step);
  });
  return {
    element,
    turn,
    resize: (step: Step) => {
      const part = page.scrollLeft / Math.max(1, page.scrollWidth);
      size = Math.min(maxSize, Math.max(minSize, size + step * 2));
      layOut();
      page.scrollLeft = Math.round((part * page.scrollWidth) / width()) * width();
    },
    /** Shows a chapter as its book loads it: XHTML, HTML or a picture. */
    show: async (blob: Blob, where: "start" | "end") => {
      page.replaceChildren(await chapterOf(blob));
      layOut();
      page.scrollLeft = where === "end" ? page.scrollWidth : 0;
    },
  };
}

async function chapterOf(blob: Blob): Promise<Node> {
  if (blob.type === "image/svg+xml" || blob.type.startsWith("image/")) {
    const image = make("img");
    image.src = URL.createObjectURL(blob);
    return image;
  }
  const text = await blob.text();
  const parser = new DOMParser();
  const strict = blob.type.includes("xml") ? parser.parseFromString(text, "application/xhtml+xml") : null;
  // Many books are not as well-formed as they should be.
  const parsed =
    strict === null || strict.querySelector("parsererror") !== null
      ? parser.parseFromString(text, "text/html")
      : strict;
  cleanTree(parsed);
  return document.importNode(parsed.documentElement, true);
}
