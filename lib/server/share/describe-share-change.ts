import { describeChanges, secretSides, type Changes } from "@/lib/server/base/describe-changes";
import type { Prisma } from "@/lib/server/db/generated/client";
import { storedShare } from "./stored-share";

type Row = Prisma.ShareGetPayload<object>;

/** What differs about a share, for the audit log. Its link is a secret: of that no more than that there is another. Before null: it is new. */
export function describeShareChange(before: Row | null, after: Row): Changes {
  const isOther = before?.passwordHash !== after.passwordHash;
  const had = before !== null && before.passwordHash !== null;
  const password = secretSides(had, isOther ? after.passwordHash : undefined);
  const link = secretSides(before !== null, before === null || before.link === after.link ? undefined : after.link);
  const { text, of } = describeChanges(
    { ...(before === null ? newShare : fieldsOf(before)), password: password.before, link: link.before },
    { ...fieldsOf(after), password: password.after, link: link.after },
  );
  return { text, of: [...of, "limits", "files"] };
}

function fieldsOf(row: Row) {
  const { mode, limits } = storedShare.parse(row);
  return {
    mode,
    title: row.title,
    note: row.note,
    expires_at: row.expiresAt?.toISOString() ?? null,
    max_downloads: row.maxDownloads,
    ...limits,
  };
}

const newShare = {
  mode: null,
  title: "",
  note: "",
  expires_at: null,
  max_downloads: null,
  max_files: null,
  max_bytes: null,
  extensions: [],
};
