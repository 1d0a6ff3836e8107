import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { whyNoSshd } from "@/lib/server/process/sshd-fixture";
import { at, listNames, outcomeOf, put, readText } from "@/lib/server/storage/conformance/support";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import type { TrashPlan } from "@/lib/server/storage/trash-storage";
import { back, discard, useTrashHost } from "./sftp-trash-fixture";

const trash = ".filedeck-trash";
const reason = whyNoSshd();

describe.skipIf(reason !== null)(
  `many entries in the trash of a host, and one that is lost${reason === null ? "" : `, passed over: ${reason}`}`,
  () => {
    const { host, onDisk } = useTrashHost();

    test("a thousand entries at once go and come back", async () => {
      const { storage } = host();
      const names = Array.from({ length: 1_000 }, (_, index) => `${index}`);
      await Promise.all(names.map((name) => writeFile(onDisk(name), name)));
      expect(await listNames(storage, "")).toHaveLength(1_000);
      const places = await Promise.all(names.map((name) => discard(storage, at(name), name)));
      expect(await listNames(storage, "")).toEqual([]);
      expect(await readdir(onDisk(`${trash}/mia`))).toHaveLength(1_000);
      await Promise.all(places.map((place, index) => storage.trash.restore(place, back(names[index] ?? ""))));
      expect(await listNames(storage, "")).toHaveLength(1_000);
      expect(await readdir(onDisk(trash))).toEqual([]);
      expect(await readText(storage, "999")).toBe("999");
    });

    test("a host that is lost on the way leaves the entry in one place, and its record tells which", async () => {
      const { storage } = host();
      await mkdir(onDisk("d"));
      await put(storage, "d/a");
      const plan = await storage.trash.plan(at("d"), { ownerId: "mia", id: "1" });
      await host().sshd.kill();
      expect(await outcomeOf(storage.trash.put(at("d"), plan))).toBe("storage/away");
      expect(await storage.trash.find(plan.place)).toBe("away");
      // A list of the trash asks no host.
      expect(await storage.trash.mayReach(plan.origin, "folder")).toBe(true);
      await host().sshd.restart();
      expect(await storage.trash.settle(plan.place, plan.origin)).toBe("vanished");
      await storage.trash.put(at("d"), plan);
      await host().sshd.restart();
      expect(await storage.trash.settle(plan.place, plan.origin)).toBe("there");
      await host().sshd.kill();
      expect(await outcomeOf(storage.trash.restore(plan.place, back("d")))).toBe("storage/away");
      await host().sshd.restart();
      await storage.trash.restore(plan.place, back("d"));
      expect(await readText(storage, "d/a")).toBe("d/a");
      expect(await storage.trash.settle(plan.place, plan.origin)).toBe("gone");
    });

    test("killed at any moment of many deletions, nothing is lost and nothing is twice", async () => {
      const { storage } = host();
      const names = Array.from({ length: 200 }, (_, index) => `f${index}`);
      for (const [round, killAt] of [5, 20, 40].entries()) {
        await Promise.all(names.map((name) => writeFile(onDisk(name), name)));
        const plans: { name: string; plan: TrashPlan }[] = [];
        for (const name of names)
          plans.push({ name, plan: await storage.trash.plan(at(name), { ownerId: "mia", id: `${round}-${name}` }) });
        let done = 0;
        const outcomes: string[] = [];
        await eachParallel(plans, 4, async ({ name, plan }) => {
          outcomes.push(await outcomeOf(storage.trash.put(at(name), plan)));
          if (++done === killAt) await host().sshd.kill();
        });
        expect(new Set(outcomes)).toEqual(new Set(["done", "storage/away"]));
        await host().sshd.restart();
        for (const { name, plan } of plans) {
          const found = await storage.trash.settle(plan.place, plan.origin);
          expect([name, found === "there", existsSync(onDisk(name))]).toEqual([
            name,
            found === "there",
            found !== "there",
          ]);
          if (found === "there") await storage.trash.restore(plan.place, back(name));
          expect(await readFile(onDisk(name), "utf8")).toBe(name);
        }
      }
    });
  },
);
