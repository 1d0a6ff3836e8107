import { createHash } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Storage } from "./storage";

/** Reads a file from beginning to end; throws file/io where it is not what its SHA-256 (hex) says. */
export async function verifyContent(
  storage: Storage,
  { path, sha256 }: { path: VirtualPath; sha256: string },
): Promise<void> {
  const file = await storage.open(path);
  try {
    const hash = createHash("sha256");
    for await (const chunk of file.stream() as AsyncIterable<Uint8Array>) hash.update(chunk); // a byte stream
    if (hash.digest("hex") !== sha256) throw new AppError("file/io");
  } finally {
    await file.close();
  }
}

/** The same of what was read: a program that puts back a file's time may have written to it meanwhile. Throws file/changed. */
export async function assertUnchanged(...content: Parameters<typeof verifyContent>): Promise<void> {
  await verifyContent(...content).catch((error: unknown) => {
    throw new AppError("file/changed", {}, { cause: error });
  });
}
