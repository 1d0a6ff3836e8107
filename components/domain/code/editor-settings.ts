import { z } from "zod";
import { createStore } from "@/lib/shared/store";

const key = "filedeck.editor";
const schema = z.object({
  isWrapped: z.boolean().catch(false),
  hasMinimap: z.boolean().catch(false),
  fontSize: z.number().int().min(9).max(32).catch(13),
});
export type EditorSettings = z.infer<typeof schema>;

function read(): EditorSettings {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(key) ?? "{}"));
  } catch {
    return schema.parse({});
  }
}

/** How this device shows text. The module is loaded in the browser only, with the editor. */
export const editorSettings = createStore<EditorSettings>(read());

export function changeEditorSettings(change: Partial<EditorSettings>): void {
  const next = schema.parse({ ...editorSettings.get(), ...change });
  editorSettings.set(next);
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Without room the choice holds until the page is left.
  }
}
