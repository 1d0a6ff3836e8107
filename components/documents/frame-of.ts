import { extensionOf } from "@/components/domain/entry/kinds";

/** A frame's name, as scripts/make-frames.mjs has it, and the most that it is given: what it makes of that is several times larger. */
export type FrameKind = { frame: string; maxBytes: number };

const mib = 1024 * 1024;
const frames: readonly (FrameKind & { extensions: string })[] = [
  { frame: "docx", maxBytes: 50 * mib, extensions: "docx" },
  { frame: "sheet", maxBytes: 30 * mib, extensions: "xlsx xlsm xls ods" },
  { frame: "book", maxBytes: 200 * mib, extensions: "epub mobi azw3 fb2 cbz" },
  { frame: "mail", maxBytes: 50 * mib, extensions: "eml" },
  { frame: "font", maxBytes: 30 * mib, extensions: "ttf otf woff woff2" },
  { frame: "model", maxBytes: 100 * mib, extensions: "glb gltf stl obj" },
];

const byExtension = new Map<string, FrameKind>(
  frames.flatMap(({ extensions, ...kind }) => extensions.split(" ").map((name): [string, FrameKind] => [name, kind])),
);

/** The frame that shows a file of this name; null where no browser can. */
export function frameOf(name: string): FrameKind | null {
  return byExtension.get(extensionOf(name)) ?? null;
}
