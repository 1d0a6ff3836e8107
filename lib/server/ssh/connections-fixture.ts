import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import pino from "pino";
import { deriveKeys } from "@/lib/server/base/keys";
import { sshContract, type NewSshHost } from "@/lib/contracts/ssh";
import { openNewDb } from "@/lib/server/db/made-once-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { auditInto } from "@/lib/server/runtime/audit-fixture";
import type { AuditLine } from "@/lib/server/runtime/audit-line";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { forgetActors, visitor } from "@/lib/server/session/find-actor";
import { noGrants, scopesOf } from "@/lib/server/session/grants";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { isAppError } from "@/lib/shared/errors";
import type { Permission } from "@/lib/shared/permissions";
import { allConnections, connectTo, endConnection } from "./connections";
import { createHost } from "./manage-hosts";
import type { Person, Question, ShownKey } from "./person";
import { startSshServer } from "./ssh-server-fixture";

/** Two users, mia and tom, and the database that hosts are in, for each test of a file. */
export function setUpConnections() {
  const rights: Permission[] = ["ssh_proxy", "lan_access", "ssh_proxy_tag_update"];
  const signal = new AbortController().signal;
  const audited: AuditLine[] = [];
  let db: Db;
  let local: Awaited<ReturnType<typeof makeLocalFixture>>;
  const servers: { close: () => Promise<void> }[] = [];

  beforeEach(async () => {
    local = await makeLocalFixture();
    db = await openNewDb(path.join(local.base, "filedeck.db"));
    audited.length = 0;
    startAppOf({ keys: deriveKeys(Buffer.alloc(32)), stopping: signal, audit: auditInto(audited) });
    for (const id of ["mia", "tom"])
      await db.user.create({
        data: { id, username: id, passwordHash: "", grants: { ...noGrants, auth_list: rights }, preferences: {} },
      });
    forgetActors();
  });
  afterEach(async () => {
    for (const connection of allConnections()) endConnection(connection);
    await Promise.all(servers.splice(0).map((server) => server.close()));
    await db.$disconnect();
    await local.close();
  });

  /** As the database has them. */
  const scopes = scopesOf(false, [noGrants]);

  /** A context with the parts that are used. */
  function as(id: string, permissions: readonly Permission[] = rights, roleId: string | null = null): Ctx {
    const actor = { ...visitor, userId: id, username: id, roleId, permissions: new Set(permissions), scopes };
    const log = pino({ level: "silent" });
    return { actor, db, log, signal, about: () => {} } as unknown as Ctx; // what connections use of it
  }

  async function serve(options: Parameters<typeof startSshServer>[0]) {
    const server = await startSshServer(options);
    servers.push(server);
    return server;
  }

  const withPassword = (password: string) =>
    serve({
      signIn: (attempt) => {
        if (attempt.method === "password" && attempt.password === password) attempt.accept();
        else attempt.reject(["password"]);
      },
    });

  const save = async (fields: Partial<NewSshHost> & { port: number }, ctx = as("mia")) =>
    (
      await createHost(
        sshContract.createHost.input.parse({ name: "box", address: "127.0.0.1", username: "mia", ...fields }),
        ctx,
      )
    ).id;

  /** Somebody who trusts what they see, and answers in turn. */
  function somebody(...answers: string[]) {
    const asked: Question[] = [];
    const shown: ShownKey[] = [];
    const person: Person = {
      trusts: async (key) => shown.push(key) > 0,
      answer: async (question) => {
        asked.push(question);
        const answer = answers.shift();
        return answer === undefined ? null : { answers: answer.split("|"), keep: false };
      },
    };
    return { person, asked, shown };
  }

  const connect = (hostId: string, person: Person | null, ctx = as("mia")) =>
    connectTo(ctx, { hostId, person, signal });
  const keyOf = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: unknown) => (isAppError(error) ? error.key : String(error)),
    );

  return { rights, audited, db: () => db, as, serve, withPassword, save, somebody, connect, keyOf, servers };
}
