import type { fileContract } from "@/lib/contracts/file";
import type { Service } from "@/lib/server/http/service";
import { createParents } from "@/lib/server/entries/create-parents";

export const createFile: Service<typeof fileContract.createFile> = async ({ path }, { storage, signal }) => {
  await storage.write(path, new Uint8Array(0), { conflict: "fail", signal });
  return { path };
};

export const createFolder: Service<typeof fileContract.createFolder> = async ({ path, parents }, { storage }) => {
  if (parents) await createParents(storage, path);
  else await storage.createFolder(path);
  return { path };
};
