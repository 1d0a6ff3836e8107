import { urls } from "@/lib/client/urls";

export const pdfAssets = (folder: string) => urls.asset(`vendor/pdfjs/${folder}`);

/** pdf.js from this server. Its viewer part takes the core from the global object, so the order matters. */
export async function loadPdf() {
  const core = await import("pdfjs-dist");
  core.GlobalWorkerOptions.workerSrc = pdfAssets("pdf.worker.min.mjs");
  const view = await import("pdfjs-dist/web/pdf_viewer.mjs");
  return { core, view };
}
