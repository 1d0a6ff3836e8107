import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaClient } from "./generated/client";

export type Db = PrismaClient;

/** The embedded database; `file` must have been migrated. */
export function openDb(file: string): Db {
  return new PrismaClient({ adapter: new PrismaLibSql({ url: `file:${file}` }), errorFormat: "minimal" });
}
