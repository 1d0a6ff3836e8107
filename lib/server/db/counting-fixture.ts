import type { Db } from "./open-db";

/** For tests: the same database, with what is asked of it from now on, one `Model.operation` for each question. */
export function countingOf(db: Db): { db: Db; asked: string[] } {
  const asked: string[] = [];
  const counting = db.$extends({
    query: {
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          asked.push(`${model}.${operation}`);
          return query(args);
        },
      },
    },
  });
  return { db: counting as unknown as Db, asked }; // it can all that services use
}
