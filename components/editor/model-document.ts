import type { editor, IDisposable } from "monaco-editor";
import type { EditedDocument } from "@/components/domain/edit/edited-document";
import { toLf } from "@/lib/shared/line-ends";
import { textOf } from "./text-of";

const ending = (listening: IDisposable) => () => listening.dispose();

/** A text in Monaco as the session knows it. */
export function modelDocument(model: editor.ITextModel): EditedDocument {
  return {
    text: () => textOf(model),
    length: () => model.getValueLength(),
    version: () => model.getAlternativeVersionId(),
    canShow: () => true,
    show: (text) => {
      model.pushStackElement();
      model.pushEditOperations([], [{ range: model.getFullModelRange(), text: toLf(text) }], () => null);
      model.pushStackElement();
    },
    isDisposed: () => model.isDisposed(),
    onChange: (listener) => ending(model.onDidChangeContent(listener)),
    onDispose: (listener) => ending(model.onWillDispose(listener)),
  };
}
