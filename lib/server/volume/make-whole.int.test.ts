import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { unfinishedLabel } from "@/lib/shared/volume-labels";
import { containersProblem, keyOf, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { getApp } from "@/lib/server/runtime/app";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { createVolume } from "./change-volumes";
import { sweepHelpers } from "./sweep-helpers";
import { cloneVolume } from "./volume-content";
import { volumeGroup } from "./volume-group";

/** What happens to a question before, and after, the daemon has it; `false` where nobody answers it. */
type Meanwhile = (question: string, when: "before" | "after") => Promise<boolean>;

describe.skipIf(containersProblem() !== null)("volumes that are made while others do something", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  let between: Server;
  let folder: string;
  let meanwhile: Meanwhile = async () => true;
  beforeAll(async () => {
    daemon = await startContainers();
    setTaskKinds(volumeGroup.tasks ?? []);
    await daemon.permit("mia", ["docker_view", "docker_volume_update"]);
    await daemon.docker("run", "--rm", "-v", "source:/v", "box", "/bin/sh", "-c", "echo hello > /v/file");
    // The daemon itself, with somebody who listens.
    between = createServer((req, res) => {
      const question = `${req.method ?? ""} ${req.url ?? ""}`;
      void (async () => {
        if (!(await meanwhile(question, "before"))) return res.destroy();
        const { socket: socketPath } = daemon;
        const { method, headers } = req;
        const asked = req.pipe(request({ socketPath, method, headers, path: req.url }));
        const [answer] = (await once(asked, "response")) as [IncomingMessage];
        if (!(await meanwhile(question, "after"))) return res.destroy();
        res.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(res);
        return res;
      })().catch(() => res.destroy());
    });
    folder = mkdtempSync(path.join(tmpdir(), "filedeck-between-"));
    between.listen(path.join(folder, "docker.sock"));
    await once(between, "listening");
    vi.stubEnv("DOCKER_HOST", `unix://${folder}/docker.sock`);
  });
  afterEach(() => void (meanwhile = async () => true));
  afterAll(async () => {
    between.closeAllConnections();
    between.close();
    rmSync(folder, { recursive: true, force: true });
    await daemon.close();
  });

  const volumes = async () => (await daemon.docker("volume", "ls", "-q")).split("\n");
  const names = async () => (await daemon.docker("ps", "-a", "--format", "{{.Names}}")).split("\n");
  const isVolume = (question: string) => question.startsWith("POST /volumes/create");
  /** How a clone goes, when it has ended. */
  async function clone(to: string): Promise<string> {
    const root = await daemon.as("root");
    const { taskId } = await cloneVolume({ name: "source", to }, root);
    const look = () => root.db.task.findUniqueOrThrow({ where: { id: taskId } });
    await vi.waitFor(async () => expect((await look()).state).not.toMatch(/queued|running/), { timeout: 30_000 });
    return (await look()).state;
  }

  test("a volume that somebody makes just then is theirs: it is neither taken nor deleted", async () => {
    const mia = await daemon.as("mia");
    const root = await daemon.as("root");
    let name = "first";
    meanwhile = async (question, when) => {
      if (when === "before" && isVolume(question)) await daemon.docker("volume", "create", name);
      return true;
    };
    const usual = { driver: "local", options: {}, labels: {} };
    for (const actor of [mia, root]) {
      expect(await keyOf(createVolume({ name, ...usual }, actor))).toBe("volume/exists");
      name = "second";
    }
    name = "third";
    expect(await clone("third")).toBe("failed");
    expect(await volumes()).toEqual(expect.arrayContaining(["first", "second", "third"]));
    expect(await daemon.docker("run", "--rm", "-v", "third:/v", "box", "/bin/sh", "-c", "busybox ls /v")).toBe("");
    expect(await names()).toEqual(["plain"]);
  });

  test("one that was just made when everything ended is no finished copy", async () => {
    let isOver = false;
    meanwhile = async (question, when) => {
      isOver ||= when === "after" && isVolume(question);
      return !isOver;
    };
    expect(await clone("cut")).toBe("failed");
    expect(await volumes()).toContain("cut");
    isOver = false;
    meanwhile = async () => true;
    await sweepHelpers(getApp());
    expect(await volumes()).not.toContain("cut");
    expect(await names()).toEqual(["plain"]);
  });

  test("a finished copy stays, also where its helpers cannot be removed", async () => {
    meanwhile = async (question) => !question.startsWith("DELETE /containers/");
    expect(await clone("whole")).toBe("done");
    expect(await daemon.docker("ps", "-aq", "--filter", `label=${unfinishedLabel}`)).not.toBe("");
    meanwhile = async () => true;
    await sweepHelpers(getApp());
    expect(await names()).toEqual(["plain"]);
    expect(await daemon.docker("run", "--rm", "-v", "whole:/v", "box", "/bin/sh", "-c", "busybox cat /v/file")).toBe(
      "hello",
    );
  });
});
