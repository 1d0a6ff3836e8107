/** What a document's frame looks like: it has no stylesheet of ours, and no way to read one. */
export type FrameLook = {
  /** Custom properties with their values, such as `--bg`. */
  colors: Readonly<Record<string, string>>;
  isDark: boolean;
  dir: "ltr" | "rtl";
  locale: string;
};

/** Why a frame cannot show what it was given. */
export const frameFailures = ["damaged", "tooLarge", "locked", "empty", "noGraphics"] as const;
export type FrameFailure = (typeof frameFailures)[number];

/** Keys that belong to the page around the frame. */
export const pageKeys = ["Escape"] as const;
type PageKey = (typeof pageKeys)[number];

export type ToFrame =
  | { type: "open"; name: string; bytes: ArrayBuffer; words: Readonly<Record<string, string>>; look: FrameLook }
  | { type: "look"; look: FrameLook }
  | { type: "ping" };

export type FromFrame =
  | { type: "ready" | "shown" | "pong" }
  | { type: "failed"; reason: FrameFailure }
  | { type: "key"; key: PageKey }
  | { type: "link"; address: string }
  /** How high what it shows is, in CSS pixels. */
  | { type: "height"; height: number }
  | { type: "save"; name: string; bytes: ArrayBuffer };

const maxAddressLength = 4096;
const maxNameLength = 255;
const maxHeight = 4000;
const readers: Readonly<Record<FromFrame["type"], (message: Readonly<Record<string, unknown>>) => FromFrame | null>> = {
  ready: () => ({ type: "ready" }),
  shown: () => ({ type: "shown" }),
  pong: () => ({ type: "pong" }),
  failed: ({ reason }) => {
    const known = frameFailures.find((one) => one === reason);
    return known === undefined ? null : { type: "failed", reason: known };
  },
  key: ({ key }) => {
    const known = pageKeys.find((one) => one === key);
    return known === undefined ? null : { type: "key", key: known };
  },
  link: ({ address }) =>
    typeof address === "string" && isOpenable(address) ? { type: "link", address: new URL(address).href } : null,
  height: ({ height }) =>
    typeof height === "number" && height > 0
      ? { type: "height", height: Math.min(Math.ceil(height), maxHeight) }
      : null,
  save: ({ name, bytes }) =>
    typeof name === "string" && bytes instanceof ArrayBuffer
      ? { type: "save", name: name.slice(0, maxNameLength), bytes }
      : null,
};

/** What a frame said, or null where it is none of what frames say: a document may have taken it over. */
export function readFrameMessage(data: unknown): FromFrame | null {
  if (typeof data !== "object" || data === null || !("type" in data) || typeof data.type !== "string") return null;
  if (!Object.hasOwn(readers, data.type)) return null;
  return readers[data.type as FromFrame["type"]]({ ...data }); // one of its own keys
}

/** Where a link of a document may lead: to the web, or to a new e-mail. */
function isOpenable(address: string): boolean {
  if (address.length > maxAddressLength || !URL.canParse(address)) return false;
  return ["http:", "https:", "mailto:"].includes(new URL(address).protocol);
}
