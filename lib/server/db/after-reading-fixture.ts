import type { Db } from "./open-db";

type Read = { model: string; operation: string; args: object };

/** For tests: the same database, in which `act` happens once, right after the first read that `isMeant`: what its reader goes by is old from then on. */
export function afterReading(
  db: Db,
  act: () => Promise<unknown>,
  isMeant: (read: Read) => boolean = ({ model }) => model === "User",
): Db {
  let isDone = false;
  return db.$extends({
    query: {
      $allModels: {
        async $allOperations({ model, operation, args, query }) {
          const read = await query(args);
          if (isDone || !operation.startsWith("find") || !isMeant({ model, operation, args })) return read;
          isDone = true;
          await act();
          return read;
        },
      },
    },
  }) as unknown as Db; // it can all that services use
}
