import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { z } from "zod";
import { channels } from "@/lib/contracts/all";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import { followNetworks } from "@/lib/server/network/follow-networks";
import { UnfitMessageError } from "@/lib/server/realtime/send-fitting";
import type { ChannelCtx } from "@/lib/server/realtime/serve-channels";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { findUserActor } from "@/lib/server/session/find-actor";
import { followVolumes } from "@/lib/server/volume/follow-volumes";
import { followContainers } from "./follow-containers";
import { followImages } from "./image/follow-images";

const container = {
  Id: "c1",
  Names: ["/one"],
  Image: "box",
  ImageID: "i",
  State: "exited",
  Status: "Exited (0) 1 hour ago",
  Created: 1,
};
const network = { Id: "n1", Name: "one", Driver: "bridge", Created: "", Internal: false, IPAM: null, Labels: null };
const image = { Id: "i1", RepoTags: null, RepoDigests: null, Size: 1, Created: 1 };
const volume = { Name: "v1", Driver: "local", Labels: null };
/** What no daemon of these tests can be made to say: half of a description, and null where the package promises a list. */
const answers: Record<string, unknown> = {
  "/containers/json": [
    { ...container, Labels: null, Mounts: null, Ports: null, NetworkSettings: null },
    { ...container, Id: null },
    null,
    { ...container, Id: "c2", Names: null, Labels: { a: 1 } },
    { ...container, Id: "c3", Names: null },
  ],
  "/networks": [network, { ...network, Id: "n2", Name: null }, null, { ...network, Id: "n3", Internal: null }],
  "/images/json": [image, null, { ...image, Id: "i2", Size: "much" }],
  "/volumes": { Volumes: [volume, { ...volume, Name: "v2", Driver: null }, null] },
  "/system/df": { Volumes: null },
  "/_ping": "OK",
};

let fixture: DbFixture;
let folder: string;
let daemon: Server;
const before = process.env["DOCKER_HOST"];

beforeAll(async () => {
  fixture = await makeDbFixture();
  await fixture.db.user.create({
    data: { id: "root", username: "root", passwordHash: "", grants: {}, preferences: {}, isRoot: true },
  });
  folder = mkdtempSync(path.join(tmpdir(), "filedeck-daemon-"));
  daemon = createServer((request, response) => {
    const answer = answers[(request.url ?? "").replace(/^\/v[\d.]+/, "").split("?")[0] ?? ""];
    // Events are those that never happen.
    if (answer !== undefined) response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
  const socket = path.join(folder, "docker.sock");
  await new Promise<void>((resolve) => daemon.listen(socket, resolve));
  process.env["DOCKER_HOST"] = `unix://${socket}`;
});
beforeEach(() => {
  startAppOf({ db: fixture.db, log: { error: () => {} } as unknown as pino.Logger }); // all that is written
});
afterAll(async () => {
  if (before === undefined) delete process.env["DOCKER_HOST"];
  else process.env["DOCKER_HOST"] = before;
  daemon.closeAllConnections();
  await new Promise((resolve) => daemon.close(resolve));
  rmSync(folder, { recursive: true });
  await fixture.close();
});

type Row = { id: string };
type Message = { rows: Row[]; gone: string[]; unreadable: number; problem: unknown };
type Follow = (
  opened: object,
  ctx: ChannelCtx,
  duplex: { send: (message: never) => Promise<void>; received: never },
) => Promise<void>;

/** What is shown of a live table once so many rows are left out, as its contract lets it through. */
async function shownBy(follow: Follow, { down }: { down: unknown }, unreadable: number) {
  const stop = new AbortController();
  const rows = new Set<string>();
  const counts: number[] = [];
  const problems: unknown[] = [];
  const actor = await findUserActor(fixture.db, "root");
  const ctx = { actor, db: fixture.db, signal: stop.signal } as unknown as ChannelCtx; // what the services use of it
  const ended = follow({}, ctx, {
    received: undefined as never, // nobody reads it
    send: (message) => {
      const { success, data } = (down as z.ZodType<Message>).safeParse(message); // each has a schema
      if (!success) return Promise.reject(new UnfitMessageError("a row"));
      for (const { id } of data.rows) rows.add(id);
      counts.push(data.unreadable);
      problems.push(data.problem);
      return Promise.resolve();
    },
  });
  await vi.waitFor(() => expect(counts.at(-1)).toBe(unreadable));
  stop.abort();
  await ended;
  return { rows: [...rows].toSorted(), problems: new Set(problems) };
}

test.each([
  ["containers", followContainers, channels.docker.follow, ["c1", "c3"], 3],
  ["networks", followNetworks, channels.network.follow, ["n1"], 3],
  ["images", followImages, channels.docker.images, ["i1"], 2],
  ["volumes", followVolumes, channels.volume.follow, ["v1"], 2],
] as const)(
  "a daemon that describes half of the %s leaves the others in the list",
  async (_, follow, channel, rows, unreadable) => {
    const shown = await shownBy(follow as unknown as Follow, channel, unreadable);
    expect(shown).toEqual({ rows: [...rows], problems: new Set([null]) });
  },
);
