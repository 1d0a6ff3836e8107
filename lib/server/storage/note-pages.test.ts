import { describe, expect, test } from "vitest";
import { createNotePages, maxNoteBytes, type NotePages } from "./note-pages";
import { addMade, addMoved, isMade, madeIn, movedIn } from "./noted-entries";

const noted = { id: "8126464:1764000000000.1234", stamp: null };
const bytesOf = (notes: NotePages | null) =>
  notes?.pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0) ?? Number.NaN;

function moved(count: number, { folder, name }: { folder: string; name: (index: number) => string }) {
  const notes = createNotePages();
  const ends = {
    from: `files/s/${folder}`,
    to: `files/t/${folder}`,
    fromPlace: `/srv/s/${folder}`,
    toPlace: `/srv/t/${folder}`,
  };
  for (let index = 0; index < count; index++)
    addMoved(notes, { ...ends, name: name(index), as: name(index), ...noted });
  return notes.end();
}

describe("notes of what can be undone", () => {
  test("of twenty thousand photos are kept, and each can be read", () => {
    const folder =
      "Projects and customers/Archive of the year 2025/Photographs of the summer/Selected and edited/Originals";
    const notes = moved(20_000, { folder, name: (index) => `IMG_2025_${String(index).padStart(6, "0")}.jpg` });
    expect(notes?.count).toBe(20_000);
    expect(bytesOf(notes)).toBeLessThan(maxNoteBytes);
    const last = [...movedIn(notes?.pages.at(-1) ?? "", { isReversed: true })][0];
    const name = "IMG_2025_019999.jpg";
    expect(last).toEqual({
      from: `files/s/${folder}/${name}`,
      to: `files/t/${folder}/${name}`,
      fromPlace: `/srv/s/${folder}/${name}`,
      toPlace: `/srv/t/${folder}/${name}`,
      ...noted,
    });
    expect(Math.max(...(notes?.pages.map((page) => page.length) ?? []))).toBeLessThan(70_000);
  });

  test.each(["d", "\udcff"])("of a deep tree have its folders once: names of %j", (letter) => {
    const folder = Array.from({ length: 15 }, () => letter.repeat(240)).join("/");
    const notes = moved(10_000, { folder, name: (index) => `f${index}` });
    expect(notes?.count).toBe(10_000);
    expect(bytesOf(notes)).toBeLessThan(maxNoteBytes * 1.1);
    expect([...movedIn(notes?.pages[0] ?? "")][0]?.from).toBe(`files/s/${folder}/f0`);
  });

  test.each(["d", "\udcff"])("that are too long are forgotten, however few they are: names of %j", (letter) => {
    expect(moved(9_000, { folder: "f", name: (index) => `${letter.repeat(230)}${index}` })).toBeNull();
  });

  test("of one after the other are put together, in their order, in pages that are not small", () => {
    const all = createNotePages();
    for (let index = 0; index < 2_000; index++) {
      const one = createNotePages();
      addMade(one, { folder: "files/to", place: "/srv/to", name: `${index}`, stamp: null });
      all.append(one.end());
    }
    const notes = all.end();
    expect([notes?.count, notes?.pages.length]).toEqual([2_000, 2]);
    const names = notes?.pages.flatMap((page) => [...madeIn(page)].map(({ place }) => place));
    expect(names).toEqual(Array.from({ length: 2_000 }, (_, index) => `/srv/to/${index}`));
    all.append(null);
    expect([all.end(), all.isTooMany()]).toEqual([null, true]);
  });

  test("can be taken back", () => {
    const notes = createNotePages();
    for (const name of ["a", "b"]) addMade(notes, { folder: "files", place: "/", name, stamp: "folder" });
    notes.takeBack("files", isMade("a"));
    notes.takeBack("elsewhere", isMade("b"));
    const left = notes.end();
    expect(left?.count).toBe(1);
    expect(left?.pages.flatMap((page) => [...madeIn(page)])).toEqual([
      { path: "files/b", place: "/b", stamp: "folder" },
    ]);
  });
});
