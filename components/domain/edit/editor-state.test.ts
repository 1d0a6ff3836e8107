import { describe, expect, it } from "vitest";
import type { TextFile } from "@/lib/contracts/text-file";
import type { Draft } from "./draft-store";
import { isDirty, reduceEditor, startEditing, type EditorEvent, type EditorState } from "./editor-state";

const file: TextFile = {
  context: "a",
  name: "a.txt",
  size: 1,
  mtime: 1,
  etag: '"1"',
  encoding: "gbk",
  guessed: true,
  bom: false,
  eol: "crlf",
  writable: true,
};
const theirs: TextFile = { ...file, context: "theirs", etag: '"2"', encoding: "utf-8", eol: "lf" };
const draft: Draft = { text: "mine", etag: '"0"', encoding: "gbk", bom: false, eol: "crlf", atMs: 1 };

const after = (...events: EditorEvent[]): EditorState => events.reduce(reduceEditor, startEditing(file, null));

describe("an opened text", () => {
  it("is clean, and dirty after an edit or another encoding", () => {
    expect(isDirty(after())).toBe(false);
    expect(isDirty(after({ type: "edited", isTextDirty: true }))).toBe(true);
    expect(isDirty(after({ type: "formatChosen", write: { encoding: "utf-8" } }))).toBe(true);
    expect(
      isDirty(after({ type: "formatChosen", write: { eol: "lf" } }, { type: "formatChosen", write: { eol: "crlf" } })),
    ).toBe(false);
  });

  it("is clean after a save, unless there were edits meanwhile", () => {
    const written = { encoding: "utf-8", bom: false, eol: "lf" } as const;
    const saved = (isTextDirty: boolean) =>
      after(
        { type: "edited", isTextDirty: true },
        { type: "formatChosen", write: written },
        { type: "saveBegun" },
        { type: "saved", etag: '"2"', written, isTextDirty },
      );
    expect(saved(false)).toMatchObject({ etag: '"2"', disk: written, phase: { at: "idle" } });
    expect([isDirty(saved(false)), isDirty(saved(true))]).toEqual([false, true]);
  });

  it("stays dirty when saving fails", () => {
    const error = new Error("disk full");
    const state = after({ type: "edited", isTextDirty: true }, { type: "saveBegun" }, { type: "saveFailed", error });
    expect(isDirty(state)).toBe(true);
    expect(state.phase).toEqual({ at: "failed", error });
  });
});

describe("a conflict", () => {
  const conflict: EditorEvent[] = [
    { type: "edited", isTextDirty: true },
    { type: "saveBegun" },
    { type: "compared", theirs },
  ];

  it("shows both versions and keeps the own text and the known version", () => {
    expect(after(...conflict)).toMatchObject({ etag: '"1"', isTextDirty: true, phase: { at: "comparing", theirs } });
  });

  it("is not overwritten by a further change on disk", () => {
    expect(after(...conflict, { type: "changedOnDisk" }).phase.at).toBe("comparing");
  });

  it("ends by keeping mine: the next save names the version that was seen", () => {
    const state = after(...conflict, { type: "rebased", etag: theirs.etag });
    expect(state).toMatchObject({ etag: '"2"', phase: { at: "idle" } });
    expect(isDirty(state)).toBe(true);
  });

  it("keeps a guessed encoding marked until the file is written or read in another one", () => {
    const save = (encoding: string) =>
      after({ type: "saved", etag: '"2"', written: { encoding, bom: false, eol: "lf" }, isTextDirty: false }).isGuessed;
    expect([save("gbk"), save("utf-8")]).toEqual([true, false]);
    expect(after({ type: "loaded", file: { ...theirs, guessed: false } }).isGuessed).toBe(false);
  });

  it("ends by taking theirs: its encoding and line ends come with it", () => {
    const state = after(...conflict, { type: "loaded", file: theirs });
    expect(state).toMatchObject({ etag: '"2"', write: { encoding: "utf-8", eol: "lf" }, phase: { at: "idle" } });
    expect(isDirty(state)).toBe(false);
  });

  it("ends by going on editing: the next save is refused again", () => {
    expect(after(...conflict, { type: "dismissed" })).toMatchObject({ etag: '"1"', phase: { at: "idle" } });
  });
});

describe("the disk", () => {
  it("does not disturb a save on its way", () => {
    expect(after({ type: "saveBegun" }, { type: "changedOnDisk" }).phase.at).toBe("saving");
    expect(after({ type: "saveBegun" }, { type: "goneOnDisk" }).phase.at).toBe("saving");
    expect(after({ type: "saveBegun" }, { type: "dismissed" }).phase.at).toBe("saving");
  });

  it("tells of a change, and of a file that is gone", () => {
    expect(after({ type: "edited", isTextDirty: true }, { type: "changedOnDisk" }).phase.at).toBe("outdated");
    expect(after({ type: "goneOnDisk" })).toMatchObject({ etag: null, phase: { at: "gone" } });
  });
});

it("does not replace a file unseen that was gone and came back", () => {
  const state = after({ type: "edited", isTextDirty: true }, { type: "goneOnDisk" }, { type: "changedOnDisk" });
  expect(state.phase.at).toBe("outdated");
  expect(state.etag).not.toBeNull();
});

describe("a draft", () => {
  it("is offered, and restored with the version that it was made from", () => {
    const offered = startEditing(file, draft);
    expect(offered.phase).toEqual({ at: "draft", draft });
    const restored = reduceEditor(offered, { type: "draftRestored", draft });
    expect(restored).toMatchObject({ etag: '"0"', isTextDirty: true, phase: { at: "idle" } });
  });
});
