import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { EnvError, type Env } from "@/lib/server/base/env";

/** Certificate chain and key. Throws EnvError with the variable whose file cannot be used. */
export function readTls({ certPath, keyPath }: NonNullable<Env["tls"]>): { cert: Buffer; key: Buffer } {
  const cert = readPem("FILEDECK_TLS_CERT", certPath);
  const key = readPem("FILEDECK_TLS_KEY", keyPath);
  const check = (variable: string, problem: string, options: Parameters<typeof createSecureContext>[0]) => {
    try {
      createSecureContext(options);
    } catch {
      throw new EnvError(variable, problem);
    }
  };
  check("FILEDECK_TLS_CERT", "does not contain a PEM certificate", { cert });
  check("FILEDECK_TLS_KEY", "does not contain an unencrypted PEM key", { key });
  check("FILEDECK_TLS_KEY", "does not match FILEDECK_TLS_CERT", { cert, key });
  return { cert, key };
}

function readPem(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new EnvError(variable, `cannot be read: ${file}`);
  }
}
