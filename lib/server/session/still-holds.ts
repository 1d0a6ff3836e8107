import type { Prisma } from "@/lib/server/db/generated/client";
import { isFull } from "@/lib/server/db/is-full";
import type { Db } from "@/lib/server/db/open-db";
import type { Actor } from "@/lib/server/runtime/ctx";
import { AppError, type ErrorKey } from "@/lib/shared/errors";
import { isEndUnwritten } from "./unwritten-ends";

/** What was found of a user and lets them do something: a password's hash, a session, that there is no second factor. */
export type Finding = Prisma.UserWhereInput;

export type Checked = {
  userId: string;
  /** All of it; besides, the user must be there and not disabled. */
  found: readonly Finding[];
  /** What is thrown where some of it holds no more. */
  otherwise: ErrorKey;
};

export const noFactor = { totp: { is: null }, passkeys: { none: {} } } satisfies Finding;

const whereOf = ({ userId, found }: Checked) => ({ AND: [{ id: userId, disabled: false }, ...found] });

/**
 * Writes what follows from a check, in one transaction with a second look at what was checked: between the two, others change passwords, end sessions, and
 * disable accounts, also from another process. `writes` must not themselves fail for want of a row. Throws `otherwise`, and then has written nothing.
 */
export async function writeWhile(
  db: Db,
  checked: Checked,
  writes: readonly Prisma.PrismaPromise<unknown>[],
): Promise<void> {
  const look = db.user.findFirstOrThrow({ where: whereOf(checked), select: { id: true } });
  const write = () => db.$transaction([look, ...writes]);
  try {
    await write().catch((failure: unknown) => {
      if (!isFull(failure)) throw failure;
      // It has made room, if there was any to make; a transaction is not tried again by itself.
      return write();
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "P2025")
      throw new AppError(checked.otherwise, {}, { cause: error });
    throw error;
  }
}

/** The same for what is not written to the database, or only after another look. */
export async function assertHolds(db: Db, checked: Checked): Promise<void> {
  const row = await db.user.findFirst({ where: whereOf(checked), select: { id: true } });
  if (row === null) throw new AppError(checked.otherwise);
}

type Asker = Pick<Actor, "userId" | "sessionId" | "tokenId" | "viewer">;

/** Whoever asks for something, as long as what signs them in is still there. Throws auth/required. */
export function askerOf({ userId, sessionId, tokenId, viewer }: Asker): Checked {
  if (userId === null || (sessionId !== null && isEndUnwritten(sessionId))) throw new AppError("auth/required");
  const found: Finding[] = [];
  // Of who looks at somebody else's console it is not that user's session; nothing is changed there.
  if (sessionId !== null && viewer === null) found.push({ sessions: { some: { id: sessionId } } });
  const token = { some: { id: tokenId ?? "" } };
  if (tokenId !== null) found.push({ OR: [{ tokens: token }, { appPasswords: token }] });
  return { userId, found, otherwise: "auth/required" };
}
