import { loadMonaco } from "@/components/domain/code/load-monaco";

/** The editor's screen with Monaco in place. */
export async function loadEditor() {
  const [screen] = await Promise.all([import("./editor-screen"), loadMonaco()]);
  return screen;
}
