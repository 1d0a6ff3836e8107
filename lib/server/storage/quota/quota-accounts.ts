import { createQuotaAccount, type QuotaAccount } from "./quota-account";
import { quotaDirs } from "./quota-dirs";
import type { Scope } from "@/lib/server/storage/scope";

const mostKept = 2_000;

type Limited = { userId: string | null; scopes: readonly Scope[] | null; quotaBytes: number | null };

/** The one account of each user with a limit; with other folders or another limit it begins anew. `measure`: the bytes in these folders. */
export function createQuotaAccounts(
  measure: (dirs: readonly string[]) => Promise<number>,
): (actor: Limited) => QuotaAccount | null {
  const known = new Map<string, { account: QuotaAccount; of: string }>();
  return ({ userId, scopes, quotaBytes }) => {
    if (userId === null || scopes === null || quotaBytes === null) return null;
    const dirs = quotaDirs(scopes);
    const of = JSON.stringify([quotaBytes, dirs]);
    const found = known.get(userId);
    if (found?.of === of) return found.account;
    const account = createQuotaAccount({ limitBytes: quotaBytes, measure: () => measure(dirs) });
    if (known.size >= mostKept) known.clear();
    known.set(userId, { account, of });
    return account;
  };
}
