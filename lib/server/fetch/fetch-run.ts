import type { Logger } from "pino";
import { getApp } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";
import type { Storage } from "@/lib/server/storage/storage";
import type { TaskRun } from "@/lib/server/group/task-step";
import { visitor } from "@/lib/server/session/find-actor";
import { fetchOne } from "./fetch-one";
import { forgetFetch, memoryOf, type FetchRow, type StoredWish } from "./fetch-rows";
import { keepFetched } from "./keep-fetched";
import { defaultDelaysMs } from "./open-remote";
import { mayStore, reachNow } from "./reach-now";

type Running = {
  row: FetchRow;
  wish: StoredWish;
  /** The address without its secrets. */
  shown: string;
  storage: Storage;
  /** Null: nobody has any rights any more, and nothing comes. */
  actor: Actor | null;
  log: Logger;
  isResumed?: boolean;
};

/** The task of one download, of this run of the server and, when it is cut off, of the next. */
export function fetchRun({ row, wish, shown, storage, actor, log, isResumed = false }: Running): TaskRun {
  const { db, stopping } = getApp();
  let tellSize: (sizeBytes: number) => void = () => {};
  const known = new Promise<number>((resolve) => {
    tellSize = resolve;
  });
  const keeping = keepFetched({ actor: actor ?? visitor, db, log, signal: stopping, storage });
  const end = async (id: string) => {
    await forgetFetch(db, row);
    return keeping.end(id);
  };
  let isInLan = false;
  return {
    needs: () => [mayStore, ...(isInLan ? ["lan_access" as const] : [])],
    steps: [
      {
        path: shown,
        run: async (step) => {
          // Whoever began it may be gone: that says more than that their folder is out of reach.
          await reachNow(db, row);
          return fetchOne(
            {
              ...wish,
              reach: () => reachNow(db, row),
              onReached: (place) => {
                isInLan = place.isLan;
              },
              delaysMs: defaultDelaysMs,
              storage: storage.pinned([{ path: wish.to, place: wish.place }]),
              memory: memoryOf(db, row),
              keeping,
              isResumed,
              isStopping: () => stopping.aborted,
              onSize: tellSize,
            },
            step,
          );
        },
        measure: (signal) => sizeWhenKnown(known, signal),
      },
    ],
    outlivesServer: true,
    onEnd: async ({ id }) => (stopping.aborted ? undefined : end(id)),
  };
}

/** Many servers do not say: then there is no total until the end. */
async function sizeWhenKnown(known: Promise<number>, signal: AbortSignal) {
  const over = new Promise<number>((resolve) => {
    signal.addEventListener("abort", () => resolve(0), { once: true });
  });
  return { files: 1, bytes: await Promise.race([known, over]) };
}
