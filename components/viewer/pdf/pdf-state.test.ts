import { expect, it } from "vitest";
import type { PdfEvent } from "./open-pdf";
import { closedPdf, reducePdf } from "./pdf-state";

const after = (...events: PdfEvent[]) => events.reduce(reducePdf, closedPdf);

it("shows what the document tells, from its first page on", () => {
  expect(after({ type: "scale", scale: 1.25, isFitted: true }, { type: "ready", pages: 500 })).toMatchObject({
    at: "shown",
    pages: 500,
    page: 1,
    scale: 1.25,
  });
  const matches = { current: 1, total: 3 };
  expect(after({ type: "ready", pages: 2 }, { type: "page", page: 2 }, { type: "matches", matches })).toMatchObject({
    page: 2,
    matches,
  });
});

it("stays failed: what comes late from a closed document changes nothing", () => {
  const error = new Error("damaged");
  expect(after({ type: "failed", error }, { type: "ready", pages: 1 })).toEqual({ at: "failed", error });
});
