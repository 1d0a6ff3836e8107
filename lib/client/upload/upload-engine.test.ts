import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/shared/errors";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { SendResult } from "./send-resumable";
import { engineFor, turn } from "./engine-fixture";
import type { NewUpload } from "./upload-item";
import type { UploadQueue } from "./upload-queue";

function upload(label: string, conflict: NewUpload["conflict"] = "fail"): NewUpload {
  const slash = label.lastIndexOf("/");
  const folder = slash < 0 ? "r" : `r/${label.slice(0, slash)}`;
  // Only the size of the file matters here.
  return {
    base: "r" as VirtualPath,
    folder: folder as VirtualPath,
    name: label.slice(slash + 1) as EntryName,
    label,
    conflict,
    file: { size: 10 } as File,
  };
}

const states = (queue: UploadQueue) => queue.items.map((item) => item.state).join(" ");

describe("upload engine", () => {
  test("makes each folder once, before its files", async () => {
    const log: string[] = [];
    const { queue, engine } = engineFor([upload("a/1"), upload("a/2"), upload("a/b/3"), upload("4")], {
      createFolder: async (path) => void log.push(`folder ${path}`),
      send: async (item) => (log.push(item.label), { type: "stored", isVerified: false }),
    });
    engine.pump();
    await turn();
    expect(states(queue)).toBe("done done done done");
    expect(log.filter((line) => line.startsWith("folder")).sort()).toEqual(["folder r/a", "folder r/a/b"]);
    expect(log.indexOf("folder r/a/b")).toBeLessThan(log.indexOf("a/b/3"));
  });

  test("a folder that cannot be made fails its files only", async () => {
    const { queue, engine } = engineFor([upload("a/1"), upload("2")], {
      createFolder: () => Promise.reject(new AppError("file/disk-full")),
    });
    engine.pump();
    await turn();
    expect(queue.items[0]).toMatchObject({ state: "failed", error: "file/disk-full" });
    expect(queue.items[1]?.state).toBe("done");
  });

  test("going on passes over the same file and asks about another one", async () => {
    const sent: string[] = [];
    const uploads = ["same", "other", "new"].map((label) => upload(label, "resume"));
    const { queue, engine } = engineFor(uploads, {
      isNeedless: async ({ label }) => label === "same",
      send: async ({ label }): Promise<SendResult> => {
        sent.push(label);
        return label === "other" ? { type: "failed", error: "file/exists" } : { type: "stored", isVerified: false };
      },
    });
    engine.pump();
    await turn();
    expect(sent).toEqual(["other", "new"]);
    expect(states(queue)).toBe("skipped failed done");
    expect(queue.items[1]?.error).toBe("file/exists");
  });

  test("what is not newer is not sent, and each is asked about alone", async () => {
    const sent: string[] = [];
    const uploads = Array.from({ length: 100 }, (_, index) => upload(`${index}`, "newer"));
    const { queue, engine } = engineFor(uploads, {
      isNeedless: async ({ label }) => label !== "7",
      sendMany: () => Promise.reject(new Error("not together")),
      send: async ({ label }): Promise<SendResult> => (sent.push(label), { type: "stored", isVerified: false }),
    });
    engine.pump();
    for (let round = 0; round < 30; round++) await turn();
    expect(sent).toEqual(["7"]);
    expect(queue.counts).toMatchObject({ done: 1, skipped: 99, failed: 0 });
  });

  test("going on without an answer waits for the server", async () => {
    const { queue, engine } = engineFor([upload("a", "resume")], {
      isNeedless: () => Promise.reject(new AppError("network")),
      isServerUp: async () => false,
      pause: () => new Promise(() => {}),
    });
    engine.pump();
    await turn();
    expect(states(queue)).toBe("offline");
  });

  test("waits for the server and goes on by itself", async () => {
    let isUp = false;
    const pauses: number[] = [];
    const { queue, engine } = engineFor([upload("a"), upload("b")], {
      send: async (): Promise<SendResult> => (isUp ? { type: "stored", isVerified: false } : { type: "lost" }),
      isServerUp: async () => isUp,
      pause: async (delayMs) => {
        pauses.push(delayMs);
        await turn();
        if (pauses.length === 7) isUp = true;
      },
    });
    engine.pump();
    await turn();
    expect(states(queue)).toBe("offline offline");
    for (let round = 0; round < 20; round++) await turn();
    expect(states(queue)).toBe("done done");
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  test("cancelling aborts the request and starts the next", async () => {
    const { queue, engine } = engineFor([upload("a"), upload("b")], {
      send: (item, { signal }) =>
        item.name === "b"
          ? Promise.resolve({ type: "stored", isVerified: false })
          : new Promise((resolve) => signal.addEventListener("abort", () => resolve({ type: "lost" }))),
    });
    engine.pump();
    engine.cancel([0]);
    await turn();
    expect(states(queue)).toBe("cancelled done");
    expect(queue.isOffline).toBe(false);
  });

  test("a name that is taken is skipped when asked so, else it fails", async () => {
    const { queue, engine } = engineFor([upload("a", "skip"), upload("b")], {
      send: async () => ({ type: "failed", error: "file/exists" }),
    });
    engine.pump();
    await turn();
    expect(states(queue)).toBe("skipped failed");
  });
});
