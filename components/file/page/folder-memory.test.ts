import { describe, expect, test } from "vitest";
import { defaultSettings, parseMemory, viewOfFolder, withFolderView } from "./folder-memory";

describe("folder memory", () => {
  test("a folder keeps its view, others start with the last choice", () => {
    const memory = withFolderView(withFolderView(parseMemory(null), "r/a", { view: "gallery" }), "r/b", {
      sort: "size_max_min",
    });
    expect(viewOfFolder(memory, "r/a")).toEqual({ view: "gallery", sort: "size_max_min", scroll: 0 });
    expect(viewOfFolder(memory, "r/c")).toEqual({ view: "gallery", sort: "size_max_min", scroll: 0 });
  });

  test("200 folders at most, the oldest go first", () => {
    let memory = parseMemory(null);
    for (let index = 0; index < 205; index++) memory = withFolderView(memory, `r/${index}`, { scroll: index });
    memory = withFolderView(memory, "r/5", { scroll: 1 });
    memory = withFolderView(memory, "r/new", { scroll: 1 });
    expect(memory.folders.size).toBe(200);
    expect(memory.folders.has("r/5")).toBe(true);
    expect(memory.folders.has("r/6")).toBe(false);
  });

  test.each([null, "", "{", "[]", '{"settings":5,"folders":{}}', '{"folders":[1,["a"],["b",null]]}'])(
    "survives %j",
    (text) => {
      expect(parseMemory(text)).toEqual({ settings: defaultSettings, folders: new Map() });
    },
  );

  test("comes back as stored", () => {
    const memory = withFolderView(parseMemory(null), "r/a", { view: "", sort: "time_max_min", scroll: 40 });
    const text = JSON.stringify({
      settings: { ...memory.settings, columns: ["mode", "x"] },
      folders: [...memory.folders],
    });
    expect(parseMemory(text).folders.get("r/a")).toEqual({ view: "", sort: "time_max_min", scroll: 40 });
    expect(parseMemory(text).settings.columns).toEqual(["mode"]);
  });
});
