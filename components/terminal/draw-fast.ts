import { WebglAddon } from "@xterm/addon-webgl";
import type { Terminal } from "@xterm/xterm";

/** Renderers that imitate a graphics card: slower than the browser's own text. */
const imitations = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Lets the graphics card draw, where there is one. */
export function drawFast(terminal: Terminal): void {
  const context = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  const names = context?.getExtension("WEBGL_debug_renderer_info");
  const renderer: unknown = names && context?.getParameter(names.UNMASKED_RENDERER_WEBGL);
  // Browsers have few of them.
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  if (context === null || imitations.test(String(renderer))) return;
  try {
    const card = new WebglAddon();
    card.onContextLoss(() => card.dispose());
    terminal.loadAddon(card);
  } catch {
    // It draws by itself then.
  }
}
