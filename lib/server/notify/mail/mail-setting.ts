import { storedMail, type StoredMail } from "@/lib/contracts/notify-mail";
import type { notifyContract } from "@/lib/contracts/notify";
import { AppError } from "@/lib/shared/errors";
import { defineSetting } from "@/lib/server/group/define-setting";
import type { Service } from "@/lib/server/http/service";
import type { Actor } from "@/lib/server/runtime/ctx";
import { resolveTarget } from "@/lib/server/outbound/resolve-target";
import { addressedSecret } from "@/lib/server/session/addressed-secret";

export const mailServerSetting = defineSetting<StoredMail>({
  name: "mail",
  schema: storedMail,
  fallback: {
    enabled: false,
    host: "",
    port: 587,
    security: "starttls",
    username: "",
    from: "",
    sealed_password: "",
    is_lan: false,
  },
  async check(value) {
    if (value.enabled && (value.host === "" || value.from === "")) throw new AppError("notify/mail-incomplete");
    if (value.enabled) await resolveTarget(mailUrl(value), { lan: value.is_lan });
  },
});

/** Null: there is none. */
export function mailServer(): StoredMail | null {
  const setting = mailServerSetting.get();
  return setting.enabled && setting.host !== "" && setting.from !== "" ? setting : null;
}

const password = addressedSecret("mail");

export function mailPassword({ sealed_password: sealed, host }: StoredMail): string {
  return password.read(sealed, host) ?? "";
}

/**
 * Whether a stored password stays with these fields: for the same host, and, unless an administrator changes them, port and encryption. On another port of
 * a host somebody else may listen.
 */
function isFor(
  next: Pick<StoredMail, "host" | "port" | "security">,
  { host, port, security }: StoredMail,
  { isRoot }: Pick<Actor, "isRoot">,
): boolean {
  return next.host === host && (isRoot || (next.port === port && next.security === security));
}

function describe({ sealed_password: sealed, enabled, host, port, security, username, from }: StoredMail) {
  return { enabled, host, port, security, username, from, has_password: sealed !== "" };
}

export const getMailSetting: Service<typeof notifyContract.getMailSetting> = () =>
  Promise.resolve(describe(mailServerSetting.get()));

/** A password that is not given stays where {@link isFor} says so. Throws notify/mail-incomplete, outbound/lan for a server of the local network without the right to reach that, outbound/unreachable. */
export const setMailSetting: Service<typeof notifyContract.setMailSetting> = async (
  { password: secret, ...fields },
  ctx,
) => {
  const now = mailServerSetting.get();
  const isLan = ctx.actor.permissions.has("lan_access");
  const kept = isFor(fields, now, ctx.actor) ? now.sealed_password : null;
  const sealed = password.sealed({ secret, address: fields.host }, kept);
  const value = { ...fields, sealed_password: sealed, is_lan: isLan };
  ctx.about(fields.host);
  return describe(await mailServerSetting.write(value, ctx));
};

/** For the rules about what leaves this server, which know addresses of URLs. */
export function mailUrl({ host, port }: Pick<StoredMail, "host" | "port">): URL {
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(url)) throw new AppError("outbound/address");
  // Of the scheme's own port URL says none.
  return new URL(port === 80 ? url.replace("http:", "https:") : url);
}
