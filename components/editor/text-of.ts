import type { editor } from "monaco-editor";

/** A model's text with \n as line ends, whatever the model was made from. */
export function textOf(model: editor.ITextModel): string {
  const text = model.getValue();
  return model.getEOL() === "\n" ? text : text.replaceAll("\r\n", "\n");
}
