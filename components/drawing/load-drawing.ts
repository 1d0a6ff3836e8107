import { urls } from "@/lib/client/urls";

/** The drawing editor's screen, with its fonts from this server: Excalidraw asks for them when it is first shown. */
export async function loadDrawing() {
  Object.assign(globalThis, { EXCALIDRAW_ASSET_PATH: urls.asset("vendor/excalidraw/") });
  return import("./drawing-screen");
}
