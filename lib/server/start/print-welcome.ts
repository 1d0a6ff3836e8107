import type { Env } from "@/lib/server/base/env";

/** The first lines for whoever started the server: where it is, and how to make the first account. */
export function printWelcome(env: Env, { port, setupToken }: { port: number; setupToken: string | null }): void {
  const scheme = env.tls === null ? "http" : "https";
  const host = env.host === "0.0.0.0" || env.host === "::" ? "localhost" : env.host;
  const address = env.publicUrl?.href.replace(/\/$/, "") ?? `${scheme}://${host}:${port}${env.basePath}`;
  const setUp =
    setupToken === null
      ? ""
      : `\nCreate the first account with this one-time link:\n  ${address}/setup?token=${setupToken}\n`;
  process.stdout.write(`Filedeck is ready at ${address}/\n${setUp}`);
}
