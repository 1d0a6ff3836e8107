import { loader } from "@monaco-editor/react";
import type { Environment } from "monaco-editor";

/** Monaco's own words (find, context menu, problems) exist in these languages; they must be there before it is. */
const words: Readonly<Record<string, () => Promise<unknown>>> = {
  zh: () => import("monaco-editor/nls/lang/zh-cn.js"),
  de: () => import("monaco-editor/nls/lang/de.js"),
  ja: () => import("monaco-editor/nls/lang/ja.js"),
  ko: () => import("monaco-editor/nls/lang/ko.js"),
  ru: () => import("monaco-editor/nls/lang/ru.js"),
  fr: () => import("monaco-editor/nls/lang/fr.js"),
  es: () => import("monaco-editor/nls/lang/es.js"),
};

const environment: Environment = {
  getWorker: (_, label) =>
    label === "json"
      ? new Worker(new URL("monaco-editor/languages/features/json/json.worker.js", import.meta.url), { type: "module" })
      : new Worker(new URL("monaco-editor/editor/editor.worker.js", import.meta.url), { type: "module" }),
};

let loading: Promise<void> | null = null;

async function load(locale: string): Promise<void> {
  await words[locale]?.();
  const { monaco } = await import("./monaco-bundle");
  Object.assign(globalThis, { MonacoEnvironment: environment });
  loader.config({ monaco });
}

/** Monaco from this server, once per page. Its words stay those of the language that it was loaded in. */
export function loadMonaco(): Promise<void> {
  loading ??= load(document.documentElement.lang).catch((error: unknown) => {
    loading = null; // the next file tries again
    throw error;
  });
  return loading;
}
