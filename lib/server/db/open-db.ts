import type { Client, Config, InStatement, TransactionMode } from "@libsql/client";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaClient } from "./generated/client";
import { isFull } from "./is-full";
import { createPatience, patienceMs } from "./patience";
import { untilTurned } from "./until-turned";

export type Db = PrismaClient;

/** The driver's wait is the whole process's: what takes longer is tried again. */
const busyMs = 20;

/**
 * The embedded database; `file` must have been migrated. `makeRoom` is asked when its volume is full; where it has made some, what
 * failed is tried once more. Where another connection writes, what cannot be done meanwhile waits for some seconds.
 */
export function openDb(file: string, makeRoom: () => boolean = () => false): Db {
  return new PrismaClient({
    adapter: new RoomyLibSql({ url: `file:${file}`, timeout: busyMs }, makeRoom),
    // To begin, which is when a transaction waits for others.
    transactionOptions: { maxWait: 2 * patienceMs },
    errorFormat: "minimal",
  });
}

const isWrite = (sql: string) => /^\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b/i.test(sql);

class RoomyLibSql extends PrismaLibSql {
  private readonly makeRoom: () => boolean;

  constructor(config: Config, makeRoom: () => boolean) {
    super(config);
    this.makeRoom = makeRoom;
  }

  /** What waits has not the connection: the adapter gives it to one at a time, and reading goes on. */
  override async connect(): ReturnType<PrismaLibSql["connect"]> {
    const adapter = await super.connect();
    const patiently = createPatience();
    const [queryRaw, executeRaw] = [adapter.queryRaw.bind(adapter), adapter.executeRaw.bind(adapter)];
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.queryRaw = (query) => (isWrite(query.sql) ? patiently(() => queryRaw(query)) : queryRaw(query));
    adapter.executeRaw = (query) => (isWrite(query.sql) ? patiently(() => executeRaw(query)) : executeRaw(query));
    adapter.startTransaction = (level) => patiently(() => startTransaction(level));
    return adapter;
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
        if (isUnfinished(error)) client.reconnect();
        if (!isFull(error) || !makeRoom()) throw error;
        return execute(statement);
      }
    };
    client.transaction = async () => {
      const begun = await transaction(mode).catch(async (error: unknown) => {
        if (isUnfinished(error)) client.reconnect();
        throw error;
      });
      const noting = async (error: unknown): Promise<never> => {
        if (isUnfinished(error)) {
          begun.close();
          client.reconnect();
        }
        // SQLite may have taken back all of it: only whoever began can do it again, and finds room.
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

/**
 * All that a transaction does is done after others had to wait for it, if any: one that first reads and then wants to write could not, where somebody has
 * written in between.
 */
const mode: TransactionMode = "write";

/** Busy, locked, a failure of the disk, too many that lock: https://www.sqlite.org/rescode.html. */
const unfinishedCodes = new Set([5, 6, 10, 15]);

/**
 * Whether SQLite holds the statement for one that goes on. The driver does not reset it, and until it is collected its connection neither commits nor rolls
 * back by itself: what is written later looks written and is lost, the write lock stays taken, and what was read once is all that can be read. Such a
 * connection must not be used again. Nobody else has it: the adapter has one caller at a time.
 */
function isUnfinished(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("rawCode" in error)) return false;
  return typeof error.rawCode === "number" && unfinishedCodes.has(error.rawCode & 0xff);
}
