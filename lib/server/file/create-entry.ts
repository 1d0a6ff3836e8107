import type { fileContract } from "@/lib/contracts/file";
import { assertNotTooDeep, createParents } from "@/lib/server/entries/create-parents";
import { madeEntry } from "@/lib/server/entries/made-entry";
import type { Service } from "@/lib/server/http/service";

export const createFile: Service<typeof fileContract.createFile> = async ({ path }, ctx) => {
  await ctx.storage.write(path, new Uint8Array(0), { conflict: "fail", signal: ctx.signal });
  return { path, entry: await madeEntry(path, ctx) };
};

export const createFolder: Service<typeof fileContract.createFolder> = async ({ path, parents }, ctx) => {
  if (!parents) assertNotTooDeep(path);
  await (parents ? createParents(ctx.storage, path) : ctx.storage.createFolder(path));
  return { path, entry: await madeEntry(path, ctx) };
};
