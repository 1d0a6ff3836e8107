import { hostname } from "node:os";
import { z } from "zod";
import { certificateDays } from "@/lib/shared/programs";
import { defineSetting } from "@/lib/server/group/define-setting";
import { ownCertificate } from "@/lib/server/http/own-certificate";
import { tellAdministrators } from "@/lib/server/notify/tell-administrators";
import type { App } from "@/lib/server/runtime/app";

const dayMs = 86_400_000;

/** Of which certificate administrators have been told that it expires. */
export const toldCertificate = defineSetting({
  name: "toldCertificate",
  schema: z.object({ fingerprint: z.string() }),
  fallback: { fingerprint: "" },
  isPortable: false,
});

/** Says once of each certificate that it is about to expire. */
export async function watchCertificate({ db }: Pick<App, "db">): Promise<void> {
  const certificate = ownCertificate();
  if (certificate === null) return;
  const { names, expiresAtMs, fingerprint } = certificate;
  const leftMs = expiresAtMs - Date.now();
  if (leftMs > certificateDays * dayMs || toldCertificate.get().fingerprint === fingerprint) return;
  await toldCertificate.save(db, { fingerprint });
  const params = { host: names[0] ?? hostname(), days: Math.max(0, Math.floor(leftMs / dayMs)) };
  await tellAdministrators(db, {
    kind: "server",
    importance: "critical",
    words: "certificateExpires",
    params,
    link: "/settings?section=https",
  });
}
