import type { Client, Config, InStatement, TransactionMode } from "@libsql/client";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaClient } from "./generated/client";
import { isFull } from "./is-full";
import { untilTurned } from "./until-turned";

export type Db = PrismaClient;

/** The wait is the whole process's. */
const busyMs = 1_000;

/**
 * The embedded database; `file` must have been migrated. `makeRoom` is asked when its volume is full; where it has made some, what
 * failed is tried once more.
 */
export function openDb(file: string, makeRoom: () => boolean = () => false): Db {
  return new PrismaClient({
    // A command may be writing, too.
    adapter: new RoomyLibSql({ url: `file:${file}`, timeout: busyMs }, makeRoom),
    errorFormat: "minimal",
  });
}

class RoomyLibSql extends PrismaLibSql {
  private readonly makeRoom: () => boolean;

  constructor(config: Config, makeRoom: () => boolean) {
    super(config);
    this.makeRoom = makeRoom;
  }

  override createClient(config: Config): Client {
    const client = super.createClient(config);
    const { makeRoom } = this;
    const [execute, transaction] = [client.execute.bind(client), client.transaction.bind(client)];
    client.execute = async (statement: InStatement | string) => {
      await untilTurned();
      try {
        return await execute(statement);
      } catch (error) {
        if (!isFull(error) || !makeRoom()) throw error;
        return execute(statement);
      }
    };
    client.transaction = async (mode?: TransactionMode) => {
      const begun = await (mode === undefined ? transaction() : transaction(mode));
      // SQLite may have taken back all of it: only whoever began can do it again, and finds room.
      const noting = (error: unknown): never => {
        if (isFull(error)) makeRoom();
        throw error;
      };
      const [executeIn, commit] = [begun.execute.bind(begun), begun.commit.bind(begun)];
      begun.execute = async (statement: InStatement) => {
        await untilTurned();
        return executeIn(statement).catch(noting);
      };
      begun.commit = () => commit().catch(noting);
      return begun;
    };
    return client;
  }
}
