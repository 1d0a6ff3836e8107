import { randomBytes } from "node:crypto";
import { openSync, closeSync, fsyncSync, readFileSync, writeSync, existsSync } from "node:fs";
import path from "node:path";

/** The server's secret, outside the database: made at the first start, readable by its user only. */
export function loadSecret(dataDir: string): Buffer {
  const file = path.join(dataDir, "secret.key");
  if (!existsSync(file)) {
    const fd = openSync(file, "wx", 0o600);
    try {
      writeSync(fd, `${randomBytes(32).toString("hex")}\n`);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  }
  const secret = Buffer.from(readFileSync(file, "utf8").trim(), "hex");
  if (secret.length !== 32) throw new Error(`${file} is damaged: it must hold 64 hexadecimal digits`);
  return secret;
}
