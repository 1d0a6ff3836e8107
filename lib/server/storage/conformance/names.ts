import { describe, expect, test } from "vitest";
import { bytesToName } from "@/lib/shared/bytes-to-name";
import { at, bytesOf, listNames, outcomeOf, put, readText, treeOptions, type MakeFixture } from "./support";
import { queryOf } from "./query-of";
import { searchPaths } from "./searching";
import { useFixture } from "./use-fixture";

/** Names that some layer somewhere trips over; all of them are legal on Linux. */
export const hostileNames: readonly string[] = [
  "new\nline",
  "tab\tname",
  "per%cent",
  "%2e%2e",
  "%00",
  "ha#sh",
  "que?ry",
  "am&per",
  "trailing ",
  " leading",
  "-rf",
  "--help",
  "back\\slash",
  "quo\"te's",
  "$(touch x)",
  "`id`",
  "*",
  "...",
  ".hidden",
  "con",
  "a:b",
  "<b>",
  "é",
  "e\u0301",
  "😀",
  "\u202egpj.exe",
  "\u0001",
  "\u007f",
  "x".repeat(255),
  "ü".repeat(127),
  "name (deleted)",
  bytesToName(Uint8Array.of(0xff, 0xfe)),
  bytesToName(Uint8Array.of(0x61, 0xc3, 0x28, 0x62)),
  bytesToName(Uint8Array.of(0xed, 0xa0, 0x80)),
  bytesToName(new Uint8Array(255).fill(0xff)),
];

export function describeNames(makeFixture: MakeFixture): void {
  describe("names", () => {
    const fixture = useFixture(makeFixture);

    test("hostile names can be written, listed, opened, renamed, copied, moved and removed", async () => {
      const { storage, truth } = fixture();
      await storage.createFolder(at("to"));
      for (const name of hostileNames) {
        await storage.write(at(name), bytesOf(name.slice(0, 20)), { conflict: "fail" });
        expect(await listNames(storage, "")).toEqual([name, "to"].sort());
        expect(await readText(storage, name)).toBe(Buffer.from(name.slice(0, 20)).toString());
        expect((await storage.stat(at(name))).name).toBe(name);
        await storage.rename(at(name), at("plain"));
        await storage.rename(at("plain"), at(name));
        await storage.copy(at(name), at("to"), treeOptions());
        await storage.copy(at(name), at("to"), treeOptions("rename"));
        expect(await listNames(storage, "to")).toHaveLength(2);
        await storage.remove(at("to"), treeOptions());
        await storage.createFolder(at("to"));
        await storage.move(at(name), at("to"), treeOptions());
        expect(await listNames(storage, "to")).toEqual([name]);
        await storage.remove(at(`to/${name}`), treeOptions());
      }
      expect(await truth("to")).toEqual([]);
    });

    test("folders of hostile names hold files", async () => {
      const { storage } = fixture();
      for (const name of hostileNames) {
        await storage.createFolder(at(name));
        await put(storage, `${name}/in`, "in");
        expect(await readText(storage, `${name}/in`)).toBe("in");
        await storage.rename(at(name), at("plain"));
        await storage.rename(at("plain"), at(name));
      }
      expect(await listNames(storage, "")).toEqual(hostileNames.toSorted());
      expect((await searchPaths(storage, "", queryOf("", { filter: { kinds: ["folder"] } }))).sort()).toEqual(
        hostileNames.toSorted(),
      );
      expect(await storage.measure(at(""))).toEqual({
        folders: hostileNames.length,
        files: hostileNames.length,
        bytes: 2 * hostileNames.length,
      });
      for (const name of hostileNames) await storage.remove(at(name), treeOptions());
      expect(await listNames(storage, "")).toEqual([]);
    });

    test("own temporary names cannot be made or addressed", async () => {
      const { storage } = fixture();
      const name = ".filedeck-0123456789abcdef-0123456789abcdef.part";
      expect(await outcomeOf(storage.write(at(name), bytesOf("x"), { conflict: "fail" }))).toBe("file/not-found");
      await put(storage, "a");
      expect(await outcomeOf(storage.rename(at("a"), at(name)))).toBe("file/not-found");
    });
  });
}
