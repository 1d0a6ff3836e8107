import type { fileContract } from "@/lib/contracts/file";
import { limits } from "@/lib/server/base/limits";
import { createTurns } from "@/lib/server/base/turns";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { measureAll } from "@/lib/server/storage/measure-all";

const turns = createTurns(limits.measures);

export const measureEntries: Service<typeof fileContract.measure> = async ({ files }, { actor, storage, signal }) => {
  const leave = await turns(userIdOf(actor), signal);
  try {
    return await measureAll(files, { storage, signal });
  } finally {
    leave();
  }
};
