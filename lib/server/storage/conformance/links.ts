import { describe, expect, test } from "vitest";
import { nameOf } from "@/lib/shared/paths";
import { at, bytesOf, listAll, listNames, outcomeOf, put, readText, treeOptions, type MakeFixture } from "./support";
import { useFixture } from "./use-fixture";

/** Adapters without links print why they are passed over. */
export function describeLinks(makeFixture: MakeFixture): void {
  describe("links", () => {
    const fixture = useFixture(makeFixture);

    async function plant(skip: (reason: string) => void) {
      const { storage, limited, truth, makeLink, outside } = fixture();
      if (makeLink === undefined || outside === undefined) {
        skip("this storage has no links");
        throw new Error("unreachable: skip throws");
      }
      await storage.createFolder(at("in"));
      await storage.createFolder(at("in/d"));
      await put(storage, "in/f", "inside");
      await put(storage, "in/d/g", "deep");
      const links = {
        file: "f",
        folder: "d",
        chain: "file",
        missing: "none",
        loop: "loop",
        up: "../in/d",
        around: "../../root/in/gone",
        "out-file": `${outside.path}/secret`,
        "out-folder": outside.path,
        "out-missing": `${outside.path}/none`,
        "out-chain": "out-folder",
        "out-up": "../../../../../../../../..",
      };
      for (const [name, text] of Object.entries(links)) await makeLink(text, `in/${name}`);
      return { storage, actor: limited({ accessDirs: ["in"] }), truth, outside };
    }

    test("are not followed by whoever reads a folder's files by name", async ({ skip }) => {
      const { storage } = await plant(skip);
      const reader = await storage.readFolder(at("in"));
      const files = ["f", "file", "out-file", "folder", "loop", "missing"];
      const found = await reader.read(
        files.map((name) => nameOf(at(`in/${name}`))),
        100,
      );
      await reader.close();
      expect(found.map((file) => file?.sizeBytes ?? null)).toEqual([6, null, null, null, null, null]);
    });

    test("inside the scope are followed, outside never", async ({ skip }) => {
      const { actor, outside } = await plant(skip);
      const leads = Object.fromEntries((await listAll(actor, "in")).map(({ name, link }) => [name, link?.leadsTo]));
      expect(leads).toEqual({
        d: undefined,
        f: undefined,
        file: "file",
        folder: "folder",
        chain: "file",
        missing: "missing",
        around: "missing",
        loop: "missing",
        up: "folder",
        "out-file": "outside",
        "out-folder": "outside",
        "out-missing": "outside",
        "out-chain": "outside",
        "out-up": "outside",
      });
      expect(await readText(actor, "in/file")).toBe("inside");
      expect(await readText(actor, "in/chain")).toBe("inside");
      expect(await readText(actor, "in/folder/g")).toBe("deep");
      expect(await readText(actor, "in/up/g")).toBe("deep");
      expect(await outcomeOf(actor.open(at("in/missing")))).toBe("file/not-found");
      expect(await outcomeOf(actor.open(at("in/loop")))).toBe("file/too-many-links");
      const before = await outside.fingerprint();
      for (const path of [
        "out-file",
        "out-missing",
        "out-folder/secret",
        "out-folder/none",
        "out-chain/secret",
        "out-up",
      ]) {
        const link = at(`in/${path}`);
        expect([path, await outcomeOf(actor.open(link))]).toEqual([path, "file/link-outside"]);
        expect([path, await outcomeOf(actor.stat(link))]).toEqual([path, "file/link-outside"]);
        expect([path, await outcomeOf(listAll(actor, `in/${path}`))]).toEqual([path, "file/link-outside"]);
        expect([
          path,
          await outcomeOf(actor.write(link, bytesOf("x"), { conflict: "replace", replaced: null })),
        ]).toEqual([path, "file/link-outside"]);
      }
      for (const folder of ["out-folder", "out-chain"]) {
        const child = at(`in/${folder}/new`);
        expect(await outcomeOf(actor.createFolder(child))).toBe("file/link-outside");
        expect(await outcomeOf(actor.rename(at("in/f"), child))).toBe("file/link-outside");
        expect(await outcomeOf(actor.copy(at("in/f"), at(`in/${folder}`), treeOptions()))).toBe("file/link-outside");
        expect(await outcomeOf(actor.move(at("in/f"), at(`in/${folder}`), treeOptions()))).toBe("file/link-outside");
        expect(await outcomeOf(actor.remove(at(`in/${folder}/secret`), treeOptions()))).toBe("file/link-outside");
        expect(await outcomeOf(actor.watch(at(`in/${folder}`), () => {}, new AbortController().signal))).toBe(
          "file/link-outside",
        );
      }
      expect(await outside.fingerprint()).toBe(before);
    });

    test("a save goes to the file behind the link", async ({ skip }) => {
      const { actor, truth } = await plant(skip);
      const { etag } = await actor.stat(at("in/chain"));
      const saved = await actor.write(at("in/chain"), bytesOf("new"), {
        conflict: "replace",
        replaced: null,
        ifMatch: etag,
      });
      expect(saved.path).toBe("r/in/chain");
      expect(await readText(actor, "in/f")).toBe("new");
      expect((await actor.entry(at("in/chain"))).link?.text).toBe("file");
      expect(await outcomeOf(actor.write(at("in/file"), bytesOf("x"), { conflict: "fail" }))).toBe("file/exists");
      expect((await truth("in")).filter((name) => name.startsWith(".filedeck"))).toEqual([]);
    });

    test("renaming, moving, copying and removing act on the link itself", async ({ skip }) => {
      const { actor, storage, outside } = await plant(skip);
      const before = await outside.fingerprint();
      await actor.rename(at("in/out-folder"), at("in/d/renamed"));
      expect((await actor.entry(at("in/d/renamed"))).link?.text).toBe(outside.path);
      await actor.copy(at("in/d"), at("in"), treeOptions("rename"));
      expect((await actor.entry(at("in/d (2)/renamed"))).link?.text).toBe(outside.path);
      await actor.move(at("in/missing"), at("in/d"), treeOptions());
      await actor.remove(at("in/folder"), treeOptions());
      expect(await listNames(actor, "in/d")).toEqual(["g", "missing", "renamed"]);
      await storage.createFolder(at("copies"));
      await storage.copy(at("in"), at("copies"), treeOptions());
      expect((await storage.entry(at("copies/in/out-file"))).link?.text).toBe(`${outside.path}/secret`);
      expect(await actor.remove(at("in/d"), treeOptions())).toMatchObject({ failureCount: 0 });
      expect(await storage.remove(at("copies"), treeOptions())).toMatchObject({ failureCount: 0 });
      expect(await outside.fingerprint()).toBe(before);
    });
  });
}
