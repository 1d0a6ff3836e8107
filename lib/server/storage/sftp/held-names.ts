import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";

const { entryBytes, perUserBytes, inAllBytes, freeBytes } = limits.hostNames;
const byHolder = new Map<string, number>();
let inAll = 0;

/** What names hold, of one folder or several. */
export type HeldNames = {
  /** Throws file/io for a folder that is too large by itself, request/busy for too much of one's own, request/overloaded for too much in all; what was held is let go then. */
  add: (name: string) => void;
  letGo: (name: string) => void;
  /** All that is left. */
  end: () => void;
};

export function holdNames(holder: string): HeldNames {
  let own = 0;

  function change(bytes: number): void {
    own += bytes;
    inAll += bytes;
    const theirs = (byHolder.get(holder) ?? 0) + bytes;
    if (theirs > 0) byHolder.set(holder, theirs);
    else byHolder.delete(holder);
  }

  function refusal(): AppError | null {
    if (own <= freeBytes) return null;
    if (own > perUserBytes) return new AppError("file/io", { code: "E2BIG" });
    if ((byHolder.get(holder) ?? 0) > perUserBytes) return new AppError("request/busy");
    return inAll > inAllBytes ? new AppError("request/overloaded") : null;
  }

  return {
    add(name) {
      change(weightOf(name));
      const refused = refusal();
      if (refused === null) return;
      change(-own);
      throw refused;
    },
    letGo: (name) => change(-Math.min(own, weightOf(name))),
    end: () => change(-own),
  };
}

/** Most are kept in a byte for each character, those in other scripts in two. */
const weightOf = (name: string) => entryBytes + 2 * name.length;
/** For tests: what all of them hold. */
export const heldNamesBytes = () => inAll;
