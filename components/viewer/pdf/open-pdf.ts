import { loadPdf, pdfAssets } from "./load-pdf";

export type PdfMatches = { current: number; total: number };
export type PdfEvent =
  | { type: "ready"; pages: number }
  | { type: "page"; page: number }
  | { type: "scale"; scale: number; isFitted: boolean }
  | { type: "matches"; matches: PdfMatches }
  | { type: "failed"; error: unknown };

type Options = {
  url: string;
  /** The element that scrolls; its first child gets the pages. */
  container: HTMLDivElement;
  signal: AbortSignal;
  emit: (event: PdfEvent) => void;
  /** Asks for the password of a locked document; null gives up. */
  askPassword: (isWrong: boolean) => Promise<string | null>;
};

export type PdfControl = {
  goTo: (page: number) => void;
  zoom: (direction: 1 | -1) => void;
  fit: () => void;
  find: (query: string, direction: "new" | "next" | "previous") => void;
};

/** On a wide window a page of the window's width would show ten lines. */
const maxFirstScale = 1.25;
const rangeBytes = 256 * 1024;

/**
 * Opens a document by ranges: a page is fetched, drawn and freed as it comes into view, so that 500 pages cost no more than
 * ten. Ends with the signal.
 */
export async function openPdf({ url, container, signal, emit, askPassword }: Options): Promise<PdfControl | null> {
  const { core, view } = await loadPdf();
  if (signal.aborted) return null;
  const eventBus = new view.EventBus();
  const linkService = new view.PDFLinkService({ eventBus, externalLinkTarget: view.LinkTarget.BLANK });
  const findController = new view.PDFFindController({ eventBus, linkService });
  const viewer = new view.PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    annotationMode: core.AnnotationMode.ENABLE,
    removePageBorders: true,
    // A 4K screen at full zoom must not take hundreds of megabytes per page.
    maxCanvasPixels: 2 ** 24,
  });
  linkService.setViewer(viewer);

  eventBus.on("pagesinit", () => {
    viewer.currentScaleValue = "page-width";
    if (viewer.currentScale > maxFirstScale) viewer.currentScaleValue = String(maxFirstScale);
    emit({ type: "ready", pages: viewer.pagesCount });
  });
  eventBus.on("pagechanging", ({ pageNumber }: { pageNumber: number }) => emit({ type: "page", page: pageNumber }));
  eventBus.on("scalechanging", ({ scale, presetValue }: { scale: number; presetValue?: string }) =>
    emit({ type: "scale", scale, isFitted: presetValue === "page-width" }),
  );
  const onMatches = ({ matchesCount }: { matchesCount: PdfMatches }) =>
    emit({ type: "matches", matches: matchesCount });
  eventBus.on("updatefindmatchescount", onMatches);
  eventBus.on("updatefindcontrolstate", onMatches);

  const task = core.getDocument({
    url,
    rangeChunkSize: rangeBytes,
    // What is looked at is fetched, not the whole film-sized scan.
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: pdfAssets("cmaps/"),
    cMapPacked: true,
    standardFontDataUrl: pdfAssets("standard_fonts/"),
    wasmUrl: pdfAssets("wasm/"),
    iccUrl: pdfAssets("iccs/"),
    enableXfa: false,
  });
  task.onPassword = (update: (password: string) => void, reason: number) => {
    askPassword(reason === core.PasswordResponses.INCORRECT_PASSWORD).then(
      (password) => (password === null ? task.destroy() : update(password)),
      (error: unknown) => emit({ type: "failed", error }),
    );
  };
  signal.addEventListener("abort", () => {
    viewer.cleanup();
    void task.destroy(); // nobody waits for it
  });

  try {
    const pdf = await task.promise;
    if (signal.aborted) return null;
    linkService.setDocument(pdf, null);
    viewer.setDocument(pdf);
  } catch (error) {
    if (!signal.aborted) emit({ type: "failed", error });
    return null;
  }
  refitOnResize(container, viewer, signal);
  return {
    goTo: (page) => {
      viewer.currentPageNumber = Math.min(viewer.pagesCount, Math.max(1, page));
    },
    zoom: (direction) => (direction === 1 ? viewer.increaseScale() : viewer.decreaseScale()),
    fit: () => {
      viewer.currentScaleValue = "page-width";
    },
    find: (query, direction) => {
      eventBus.dispatch("find", {
        source: container,
        type: direction === "new" ? "" : "again",
        query,
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        findPrevious: direction === "previous",
        matchDiacritics: false,
      });
    },
  };
}

function refitOnResize(container: HTMLElement, viewer: { currentScaleValue: string }, signal: AbortSignal): void {
  const observer = new ResizeObserver(() => {
    if (viewer.currentScaleValue === "page-width") viewer.currentScaleValue = "page-width";
  });
  observer.observe(container);
  signal.addEventListener("abort", () => observer.disconnect());
}
