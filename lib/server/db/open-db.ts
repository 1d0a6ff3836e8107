import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaClient } from "./generated/client";

export type Db = PrismaClient;

/** The wait is the whole process's. */
const busyMs = 1_000;

/** The embedded database; `file` must have been migrated. */
export function openDb(file: string): Db {
  return new PrismaClient({
    // A command may be writing, too.
    adapter: new PrismaLibSql({ url: `file:${file}`, timeout: busyMs }),
    errorFormat: "minimal",
  });
}
