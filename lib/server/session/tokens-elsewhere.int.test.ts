import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { cryptoContract } from "@/lib/contracts/crypto";
import { sshContract } from "@/lib/contracts/ssh";
import type { Permission } from "@/lib/shared/permissions";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { importKey } from "@/lib/server/crypto/manage-keys";
import { addContainerPlace } from "@/lib/server/docker/files/container-places";
import { endContainerFiles, openContainerFiles } from "@/lib/server/docker/files/open-container-files";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { startSshd, whyNoSshd } from "@/lib/server/process/sshd-fixture";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { allConnections, connectTo, endConnection } from "@/lib/server/ssh/connections";
import { createHost } from "@/lib/server/ssh/manage-hosts";
import { findUserActor, forgetActors } from "./find-actor";
import { parseGrants } from "./grants";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

async function read(token: string, file: string) {
  const answer = await server.send("GET", `/api/file/${file}`, { token });
  const { data, error } = JSON.parse(answer.body.toString()) as { data?: { context: string }; error?: string };
  return data?.context ?? error;
}

async function ctxOf(userId: string): Promise<Ctx> {
  const actor = await findUserActor(server.db, userId);
  const { db, log } = getApp();
  return { actor, db, log, signal: AbortSignal.timeout(30_000), about: () => {} } as unknown as Ctx; // what is used of it
}

async function dirOf(token: string, note: string): Promise<string> {
  const answer = await server.send("GET", "/api/setting/filesSetting", { token });
  const { data } = JSON.parse(answer.body.toString()) as { data: { dirs: { id: string; note: string }[] } };
  return data.dirs.find((dir) => dir.note === note)?.id ?? "none";
}

test.skipIf(whyNoSshd() !== null)("a token reads no host by what its user has open and it may not reach", async () => {
  const sshd = await startSshd();
  try {
    writeFileSync(path.join(sshd.home, "x"), "of the host");
    const all: Permission[] = ["ssh_proxy", "lan_access", "file_read"];
    const user = await server.makeUser([server.filesDir], all);
    const ctx = await ctxOf(user.id);
    const { key } = await importKey(cryptoContract.importKey.input.parse({ name: "k", text: sshd.privateKey }), ctx);
    const host = { name: "near", address: "127.0.0.1", port: sshd.port, username: sshd.user, auth: "key" };
    const place = { key_id: key.id, is_place: true, start_folder: sshd.home };
    const { id } = await createHost(sshContract.createHost.input.parse({ ...host, ...place }), ctx);
    const trusting = { trusts: () => Promise.resolve(true), answer: () => Promise.resolve(null) };
    const connection = await connectTo(ctx, { hostId: id, person: trusting, signal: ctx.signal });
    const dir = await dirOf(user.token, "near");
    expect(await read(user.token, `${dir}/x`)).toBe("of the host");
    const narrow = await server.makeToken(user.id, ["ssh_proxy", "file_read"]);
    expect(await read(narrow, `${dir}/x`)).toBe("outbound/lan");
    expect(await read(await server.makeToken(user.id, ["lan_access", "file_read"]), `${dir}/x`)).toBe("file/not-found");
    // What its user has open is not the token's to end.
    expect(allConnections()).toEqual([connection]);
    expect(await read(user.token, `${dir}/x`)).toBe("of the host");
  } finally {
    for (const connection of allConnections()) endConnection(connection);
    await sshd.stop();
  }
});

describe.skipIf(dockerdProblem() !== null || busyboxProblem() !== null)("with a daemon", () => {
  let daemon: Dockerd;
  beforeAll(async () => {
    daemon = await startDockerd();
    await importBusybox(daemon.docker, "box", ["sh", "sleep"]);
    vi.stubEnv("DOCKER_HOST", daemon.env["DOCKER_HOST"] ?? "");
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await endContainerFiles();
    await daemon.stop();
  });

  test("a token opens the files of the containers that it names, whatever its user has open", async () => {
    const write = "echo of $HOSTNAME > /s; exec /bin/sleep 1000";
    const user = await server.makeUser(
      [server.filesDir],
      ["docker_container_update", "docker_container_rule", "file_read"],
    );
    // What they have created they may open without a rule.
    const labels = { named: "named", other: `${creatorLabel}=${user.id}` };
    for (const [name, label] of Object.entries(labels)) {
      const options = ["--name", name, "--hostname", name, "--label", label];
      await daemon.docker("run", "-d", ...options, "box", "/bin/sh", "-c", write);
    }
    const { grants } = await server.db.user.findUniqueOrThrow({ where: { id: user.id } });
    const containers = [{ match: "named", may: ["shell" as const] }];
    const data = { grants: { ...parseGrants(grants), containers } };
    await server.db.user.update({ where: { id: user.id }, data });
    forgetActors();
    for (const name of ["named", "other"]) {
      await addContainerPlace(server.db, { userId: user.id, name });
      await openContainerFiles(name, { userId: user.id, tokenId: null });
    }
    const both = async (token: string) => [
      await read(token, "container-named/s"),
      await read(token, "container-other/s"),
    ];
    expect(await both(user.token)).toEqual(["of named\n", "of other\n"]);
    const token = await server.makeToken(user.id, ["docker_container_rule", "file_read"]);
    expect(await both(token)).toEqual(["of named\n", "docker/not-found"]);
    expect(await read(token, "container-other/s")).toBe("docker/not-found");
  });
});
