import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";

const slotBytes = 32;
const slots = 256;
const empty = () => Buffer.alloc(slotBytes * slots);

/**
 * Ids of sessions that have ended and could not be deleted for want of room. They are written over zeros that are there already, which takes no
 * space of a full volume, so that a restart does not bring them back. Where even that cannot be, they are dead until then.
 */
export type EndedFile = {
  read(): string[];
  /** All of them, of which the last 256 are kept. Never throws. */
  write(ids: readonly string[]): void;
};

/** Makes the file unless it is there. */
export function openEndedFile(dataDir: string): EndedFile {
  const file = path.join(dataDir, "ended-sessions");
  const quietly = (work: () => void) => {
    try {
      work();
    } catch {
      // No room now: then it is made at another start.
    }
  };
  quietly(() => writeFileSync(file, empty(), { flag: "wx", mode: 0o600 }));
  return {
    read() {
      let text = "";
      quietly(() => (text = readFileSync(file, "latin1")));
      return text.split("\0").filter((id) => /^[A-Za-z0-9]+$/.test(id));
    },
    write(ids) {
      const bytes = empty();
      for (const [index, id] of ids.slice(-slots).entries())
        bytes.write(id.slice(0, slotBytes - 1), index * slotBytes, "latin1");
      quietly(() => {
        const fd = openSync(file, "r+");
        try {
          writeSync(fd, bytes, 0, bytes.length, 0);
          fsyncSync(fd);
        } finally {
          closeSync(fd);
        }
      });
    },
  };
}
