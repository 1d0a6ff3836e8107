import { describe, expect, test } from "vitest";
import { composeDrawing, disarm, parseDrawing, picturesOf } from "./drawing-file";

const box = { type: "rectangle", id: "a" };

describe("what is a drawing", () => {
  test.each([
    ["", { type: "excalidraw" }],
    [" \n", { type: "excalidraw" }],
    ['{"type":"excalidraw"}', { type: "excalidraw" }],
    ['{"elements":[]}', { elements: [] }],
    ['{"type":"excalidraw","elements":[{"type":"star"}],"own":1}', expect.objectContaining({ own: 1 })],
    ["{", null],
    ["[]", null],
    ["null", null],
    ["{}", null],
    ['{"name":"a package"}', null],
    ['{"type":"excalidrawlib","elements":[]}', null],
    ['{"type":"excalidraw","elements":[1]}', null],
    ['{"type":"excalidraw","elements":{}}', null],
  ])("%s", (text, drawing) => {
    expect(parseDrawing(text)).toEqual(drawing);
  });

  test("a picture is data, never an address", () => {
    const files = {
      a: { dataURL: "data:image/png;base64,AA==" },
      b: { dataURL: "https://example.org/a.png" },
      c: { dataURL: "data:text/html,x" },
    };
    expect(Object.keys(picturesOf({ files }))).toEqual(["a"]);
  });
});

describe("saving", () => {
  const compose = (original: object, written: object) =>
    JSON.parse(composeDrawing(original as never, written as never)) as Record<string, unknown>; // as files have it

  test("keeps what it does not know", () => {
    const star = { type: "star", id: "s" };
    const original = {
      own: { deep: 1 },
      type: "excalidraw",
      source: "elsewhere",
      elements: [star, box, { type: "star", id: "gone", isDeleted: true }],
      appState: { theirs: 1, viewBackgroundColor: "#fff" },
    };
    const written = { type: "excalidraw", source: "here", elements: [box], appState: { viewBackgroundColor: "#eee" } };
    expect(compose(original, written)).toEqual({
      own: { deep: 1 },
      type: "excalidraw",
      source: "elsewhere",
      elements: [box, star],
      appState: { theirs: 1, viewBackgroundColor: "#eee" },
      files: {},
    });
  });

  test("keeps the files of pictures that are still there", () => {
    const image = { type: "image", id: "i", fileId: "f1" };
    const files = { f1: { dataURL: "https://example.org/a.png" }, f2: { dataURL: "data:image/png;base64,AA==" } };
    expect(compose({ files }, { elements: [image], files: {} })["files"]).toEqual({ f1: files.f1 });
  });

  test("a frame with HTML is shown as an empty box and saved as it was", () => {
    const frame = { type: "iframe", id: "x", customData: { generationData: { html: "<script>1</script>" } } };
    const shown = disarm(frame);
    expect(shown).toMatchObject({ type: "embeddable", link: null });
    const [saved] = compose({}, { elements: [shown] })["elements"] as unknown[];
    expect(saved).toEqual({ ...frame, link: null });
    expect(disarm(box)).toBe(box);
  });
});
