import { encodePath } from "@/lib/shared/paths";
import { Prisma } from "@/lib/server/db/generated/client";
import type { Db } from "@/lib/server/db/open-db";
import { nextSlice } from "@/lib/server/base/next-slice";

/** Rows that one statement may change: SQLite writes every byte of them anew, and nobody else is answered meanwhile. */
export type KeptPage = {
  folder: string;
  ids: readonly bigint[];
  /** As the table has them. */
  rows: readonly Row[];
  bytes: number;
};

const maxRows = 200;
const maxBytes = 262_144;

type Row = { id: bigint; folder: string; name: string; bytes: bigint };

/** What is kept of everything at and below a folder's place, in pages; others have their turn after each. Not of the folder itself. */
export async function* keptPages(db: Db, place: string): AsyncGenerator<KeptPage> {
  const folder = encodePath(place);
  // Itself, then what is below: `0` is the character behind the slash, and none of an encoded path comes before `!`.
  for (const [first, end] of [
    [folder, `${folder} `],
    [`${folder}/`, `${folder}0`],
  ] as const) {
    let after = { folder: first, name: "" };
    for (;;) {
      const rows = await db.$queryRaw<Row[]>`
        SELECT rowid AS "id", "folder", "name", CAST(octet_length("values") AS INTEGER) AS "bytes" FROM "DavProperty"
        WHERE "folder" < ${end} AND ("folder", "name") > (${after.folder}, ${after.name})
        ORDER BY "folder", "name" LIMIT ${maxRows}`;
      const page = takePage(rows);
      const last = page.at(-1);
      if (last === undefined) break;
      yield { folder, ids: page.map(({ id }) => id), rows: page, bytes: sizeOf(page) };
      after = last;
      await nextSlice();
    }
  }
}

/** As many of the first as go into one page; one at least. */
function takePage(rows: readonly Row[]): Row[] {
  const page: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += Number(row.bytes);
    if (bytes > maxBytes && page.length > 0) break;
    page.push(row);
  }
  return page;
}

function sizeOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
}

/** For `rowid IN …`. A row that went meanwhile may have given its number to another: also ask for what the page was found by. */
export function rowsIn({ ids }: Pick<KeptPage, "ids">): Prisma.Sql {
  return Prisma.sql`rowid IN (${Prisma.join([...ids])})`;
}

/** What is at or below the folder of a page. */
export function isBelow({ folder }: KeptPage): Prisma.Sql {
  return Prisma.sql`("folder" = ${folder} OR ("folder" >= ${`${folder}/`} AND "folder" < ${`${folder}0`}))`;
}
