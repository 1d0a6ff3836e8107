import { describe, expect, test } from "vitest";
import { defaultSettings, parseMemory, viewOfFolder, withFolderView, withSharing } from "./folder-memory";

describe("folder memory", () => {
  test("a folder keeps its view, others are not touched", () => {
    const memory = withFolderView(withFolderView(parseMemory(null), "r/a", { view: "gallery" }), "r/b", {
      sort: "size_max_min",
    });
    expect(viewOfFolder(memory, "r/a")).toEqual({ view: "gallery", sort: "name" });
    expect(viewOfFolder(memory, "r/b")).toEqual({ view: "list", sort: "size_max_min" });
    expect(viewOfFolder(memory, "r/c")).toEqual({ view: "list", sort: "name" });
  });

  test("one view for all folders, until each has its own again", () => {
    const own = withFolderView(parseMemory(null), "r/a", { view: "gallery" });
    const shared = withFolderView(withSharing(own, "r/a", true), "r/b", { sort: "size_max_min" });
    for (const path of ["r/a", "r/b", "r/c"])
      expect(viewOfFolder(shared, path)).toEqual({ view: "gallery", sort: "size_max_min" });
    const again = withSharing(shared, "r/b", false);
    expect(viewOfFolder(again, "r/a").view).toBe("gallery");
    expect(viewOfFolder(withFolderView(again, "r/b", { view: "" }), "r/c").view).toBe("gallery");
  });

  test("200 folders at most, the oldest go first", () => {
    let memory = parseMemory(null);
    for (let index = 0; index < 205; index++) memory = withFolderView(memory, `r/${index}`, { view: "gallery" });
    memory = withFolderView(memory, "r/5", { view: "" });
    memory = withFolderView(memory, "r/new", { view: "" });
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
    const memory = withFolderView(parseMemory(null), "r/a", { view: "", sort: "time_max_min" });
    const text = JSON.stringify({
      settings: { ...memory.settings, columns: ["mode", "x"] },
      folders: [...memory.folders],
    });
    expect(parseMemory(text).folders.get("r/a")).toEqual({ view: "", sort: "time_max_min" });
    expect(parseMemory(text).settings.columns).toEqual(["mode"]);
  });
});
