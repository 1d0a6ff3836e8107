import type { ParsedOf } from "@/lib/contracts/endpoint";
import type { searchContract, SearchLine } from "@/lib/contracts/search";
import { isWithin, type VirtualPath } from "@/lib/shared/paths";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { toFileEntry } from "@/lib/server/entries/to-file-entry";
import { assertAccess, findCaller } from "@/lib/server/http/gate";
import type { ByteService } from "@/lib/server/http/route";
import type { Wire } from "@/lib/server/http/wire";
import { sendLines } from "@/lib/server/http/send-lines";
import { limits } from "@/lib/server/base/limits";
import type { SearchHit, SearchQuery } from "@/lib/server/storage/search";
import { createTurns } from "@/lib/server/base/turns";

type Endpoint = typeof searchContract.search;
type Input = ParsedOf<Endpoint>;

const maxMs = 120_000;
/** How often a search that goes on asks whether its caller may still do this. */
const checkMs = 2_000;
const progressMs = 200;

const turns = createTurns(limits.searches.turns);

/** Streams what is found, a JSON object per line, until the end, a limit, or until the caller goes away. */
export const searchFiles: ByteService<Endpoint> = async (input, ctx, wire) => {
  const leave = await turns(userIdOf(ctx.actor), ctx.signal);
  try {
    await sendLines(findLines(input, ctx, wire), ctx, wire);
  } finally {
    leave();
  }
};

async function* findLines(input: Input, ctx: Ctx, wire: Wire): AsyncGenerator<SearchLine[], void, undefined> {
  const startedMs = performance.now();
  let checkedMs = startedMs;
  let toldMs = 0;
  const sum: Extract<SearchLine, { type: "done" }> = {
    type: "done",
    hits: 0,
    folders: 0,
    entries: 0,
    unreadable: [],
    unreadableCount: 0,
    cut: null,
  };
  for (const folder of withoutNested(input.folder)) {
    const before = { ...sum };
    const query = { ...queryOf(input), limit: input.limit - sum.hits, maxMs: maxMs - (performance.now() - startedMs) };
    const batches =
      input.what === "text"
        ? ctx.storage.searchText(folder, query, ctx.signal)
        : ctx.storage.search(folder, query, ctx.signal);
    for await (const { hits, totals } of batches) {
      sum.hits += hits.reduce((count, hit) => count + (hit.lines?.length ?? 1), 0);
      sum.folders = before.folders + totals.folders;
      sum.entries = before.entries + totals.entries;
      sum.unreadable = [...before.unreadable, ...totals.unreadable].slice(0, 100);
      sum.unreadableCount = before.unreadableCount + totals.unreadableCount;
      sum.cut = totals.cut;
      const now = performance.now();
      if (now > checkedMs + checkMs) {
        checkedMs = now;
        assertAccess(await findCaller(getApp(), wire.exchange), { access: "file_read", token: true });
      }
      const lines = hits.map(toLine);
      if (lines.length > 0 || now > toldMs + progressMs) {
        toldMs = now;
        yield [...lines, { type: "progress", folders: sum.folders, entries: sum.entries }];
      }
    }
    if (sum.cut !== null) break;
  }
  yield [sum];
}

function toLine({ path, entry, ranges, lines, hasMoreLines }: SearchHit): SearchLine {
  return {
    type: "hit",
    path,
    entry: toFileEntry(entry),
    ranges: ranges.map(([from, to]) => [from, to]),
    ...(lines === undefined
      ? {}
      : {
          lines: lines.map(({ line, text, ranges: found, isCutAtStart }) => ({
            line,
            text,
            ranges: found.map(([from, to]): [number, number] => [from, to]),
            cut: isCutAtStart,
          })),
          more: hasMoreLines === true,
        }),
  };
}

function queryOf(input: Input): Omit<SearchQuery, "limit" | "maxMs"> {
  const { kind, ext, min, max, from, to } = input;
  return {
    text: input.text,
    mode: input.mode,
    matchCase: input.case,
    withHidden: input.hidden,
    withIgnoreRules: input.ignore,
    filter: {
      ...(kind === undefined ? {} : { kinds: kind }),
      ...(ext === undefined ? {} : { extensions: ext.map((text) => text.toLowerCase()) }),
      ...(min === undefined ? {} : { minBytes: min }),
      ...(max === undefined ? {} : { maxBytes: max }),
      ...(from === undefined ? {} : { changedFromMs: from }),
      ...(to === undefined ? {} : { changedToMs: to }),
    },
  };
}

/** A folder inside another one of the list is searched with that one. */
function withoutNested(folders: readonly VirtualPath[]): VirtualPath[] {
  return [...new Set(folders)].filter(
    (folder) => !folders.some((other) => other !== folder && isWithin(folder, other)),
  );
}
