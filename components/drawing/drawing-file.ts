import { z } from "zod";

const element = z.looseObject({ type: z.string(), id: z.string().optional(), isDeleted: z.boolean().optional() });
const schema = z
  .looseObject({
    type: z.literal("excalidraw").optional(),
    elements: z.array(element).nullish(),
    appState: z.record(z.string(), z.unknown()).nullish(),
    files: z.record(z.string(), z.looseObject({ dataURL: z.string() })).nullish(),
  })
  // A JSON file of another kind is not an empty drawing: saving would replace it.
  .refine(({ type, elements }) => type !== undefined || Array.isArray(elements));

/** A drawing as its file has it. What this program does not know stays in it. */
export type DrawingFile = z.infer<typeof schema>;
type DrawingElement = z.infer<typeof element>;

/** The types that Excalidraw 0.18 keeps when it reads a drawing. */
const knownTypes = new Set([
  ..."selection rectangle diamond ellipse arrow line freedraw text image frame magicframe embeddable iframe".split(" "),
  // Of old drawings; Excalidraw makes others of them.
  "draw",
]);

/** Null when the text is not a drawing; an empty file is an empty one. */
export function parseDrawing(text: string): DrawingFile | null {
  if (text.trim() === "") return { type: "excalidraw" };
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Pictures that are in the file. An address in their place would be fetched from wherever it leads. */
export function picturesOf({ files }: DrawingFile) {
  return Object.fromEntries(Object.entries(files ?? {}).filter(([, { dataURL }]) => dataURL.startsWith("data:image/")));
}

const frameMark = "filedeckFrame";

/**
 * Excalidraw runs the HTML that an `iframe` element carries, on the app's origin: a drawing of somebody else's must not do
 * that. As an embedded page without an address it is a box that keeps its place and what it carries.
 */
export function disarm<T extends { type: string; customData?: unknown }>(one: T): T {
  if (one.type !== "iframe") return one;
  return { ...one, type: "embeddable", link: null, customData: { ...recordOf(one.customData), [frameMark]: true } };
}

/** As the file had it before {@link disarm}. */
function rearm(one: DrawingElement): DrawingElement {
  const customData = recordOf(one["customData"]);
  if (one.type !== "embeddable" || customData[frameMark] !== true) return one;
  const { [frameMark]: _, ...rest } = customData;
  return { ...one, type: "iframe", customData: rest };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/**
 * The text to save: what Excalidraw wrote over what the file had, so that keys, elements and settings of other programs and
 * later versions stay.
 */
export function composeDrawing(original: DrawingFile, written: DrawingFile): string {
  const elements = (written.elements ?? []).map(rearm);
  const unknown = (original.elements ?? []).filter(({ type, isDeleted }) => !knownTypes.has(type) && !isDeleted);
  const used = new Set(elements.map((one) => one["fileId"]));
  const kept = Object.entries(original.files ?? {}).filter(([id]) => used.has(id));
  const drawing = {
    ...original,
    ...written,
    source: original["source"] ?? "filedeck",
    elements: [...elements, ...unknown],
    appState: { ...original.appState, ...written.appState },
    files: { ...Object.fromEntries(kept), ...written.files },
  };
  return `${JSON.stringify(drawing, null, 2)}\n`;
}
