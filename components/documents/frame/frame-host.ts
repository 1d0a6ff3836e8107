import type { FrameFailure, FrameLook, FromFrame, ToFrame } from "@/components/domain/viewing/frame/frame-messages";
import { pageKeys } from "@/components/domain/viewing/frame/frame-messages";

/** Thrown by a viewer that knows why it cannot show the file. */
export class CannotShow extends Error {
  readonly reason: FrameFailure;

  constructor(reason: FrameFailure) {
    super(reason);
    this.reason = reason;
  }
}

export type FrameFile = { name: string; extension: string; bytes: ArrayBuffer };
export type FrameTools = {
  /** A text of the page's language; `{names}` in it are replaced. */
  word: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  look: FrameLook;
  save: (name: string, bytes: ArrayBuffer) => void;
  /** For a frame that is as high as what it shows. */
  resize: (height: number) => void;
};
type FrameViewer = (file: FrameFile, stage: HTMLElement, tools: FrameTools) => Promise<void>;

/** Runs a viewer in a frame: takes the file from the page around it, and tells that how it went. */
export function serveFrame(view: FrameViewer): void {
  const stage = document.body;
  let isOpened = false;
  window.addEventListener("message", ({ source, data }: MessageEvent<ToFrame>) => {
    // What is nested in a document could say something, too.
    if (source !== window.parent) return;
    if (data.type === "ping") tell({ type: "pong" });
    else applyLook(data.look);
    if (data.type !== "open" || isOpened) return;
    isOpened = true;
    const { name, bytes, words, look } = data;
    const tools: FrameTools = {
      look,
      word: (key, values = {}) =>
        (words[key] ?? "").replace(/\{(\w+)\}/g, (whole, of: string) => String(values[of] ?? whole)),
      resize: (height) => tell({ type: "height", height }),
      save: (as, content) => tell({ type: "save", name: as, bytes: content }),
    };
    const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
    view({ name, extension, bytes }, stage, tools).then(
      () => tell({ type: "shown" }),
      (error: unknown) => {
        stage.replaceChildren();
        tell({ type: "failed", reason: error instanceof CannotShow ? error.reason : "damaged" });
      },
    );
  });
  document.addEventListener("click", followLink);
  document.addEventListener("auxclick", followLink);
  window.addEventListener("keydown", (event) => {
    const key = pageKeys.find((one) => one === event.key);
    if (key !== undefined && !event.defaultPrevented) tell({ type: "key", key });
  });
  // A form could only be sent to where the policy forbids it: nothing happens, and nothing is reported.
  document.addEventListener("submit", (event) => event.preventDefault());
  tell({ type: "ready" });
}

/** The page around has an origin that a frame without one cannot name; it is the only one who may embed it. */
function tell(message: FromFrame): void {
  window.parent.postMessage(message, "*");
}

function applyLook({ colors, isDark, dir, locale }: FrameLook): void {
  const { documentElement: root } = document;
  for (const [name, value] of Object.entries(colors)) root.style.setProperty(name, value);
  root.style.colorScheme = isDark ? "dark" : "light";
  root.dir = dir;
  root.lang = locale;
}

/** A link of a document never leads anywhere by itself: the page around asks first. */
function followLink(event: MouseEvent): void {
  const link = event.composedPath().find((node) => node instanceof Element && node.localName === "a");
  if (!(link instanceof Element)) return;
  const address = link.getAttribute("href") ?? link.getAttributeNS("http://www.w3.org/1999/xlink", "href") ?? "";
  if (!address.startsWith("#")) event.preventDefault();
  if (/^(?:https?|mailto):/i.test(address) && event.isTrusted) tell({ type: "link", address });
}
