import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { AppError, isAppError } from "@/lib/shared/errors";
import { resolveTarget } from "@/lib/server/outbound/resolve-target";
import { SendFailure } from "@/lib/server/notify/out/sent";
import { mailPassword, mailServer, mailUrl } from "./mail-setting";

type Mail = {
  to: string;
  subject: string;
  text: string;
  /** The same for each try, so that whoever gets it twice shows it once. */
  id: string;
};

const patienceMs = 15_000;

/**
 * Sends a mail by the server of the settings, to an address that was resolved and allowed just now. Throws SendFailure: notify/mail-off, notify/mail-sign-in,
 * notify/mail-tls, notify/mail-refused, and what reaching it may end in.
 */
export async function sendMail({ to, subject, text, id }: Mail): Promise<void> {
  const setting = mailServer();
  if (setting === null) throw new SendFailure("notify/mail-off", { isFinal: true });
  const { host, port, security, username, from, is_lan: lan } = setting;
  const [target] = await resolveTarget(mailUrl(setting), { lan });
  if (target === undefined) throw new AppError("outbound/unreachable");
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    host: target.address,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    // Names alone are said in advance (RFC 6066 §3); a certificate may be for an address as well.
    ...(isIP(host) === 0 ? { tls: { servername: host } } : {}),
    ...(username === "" ? {} : { auth: { user: username, pass: mailPassword(setting) } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^<>\s]+?)>?$/.exec(from)?.[1] ?? "localhost";
  const messageId = `<${createHash("sha256").update(`${id} ${to}`).digest("hex").slice(0, 32)}@${domain}>`;
  try {
    await transport.sendMail({
      from,
      to: { name: "", address: to },
      subject,
      text,
      messageId,
      // Nobody’s absence should be told to a program (RFC 3834).
      headers: { "Auto-Submitted": "auto-generated" },
    });
  } catch (error) {
    throw mailFailure(error);
  } finally {
    transport.close();
  }
}

function mailFailure(error: unknown): unknown {
  if (isAppError(error)) return error;
  const { code, responseCode } = fieldsOf(error);
  const isFinal = typeof responseCode === "number" && responseCode >= 500;
  const rest = { cause: error, status: typeof responseCode === "number" ? responseCode : null, isFinal };
  switch (code) {
    case "EAUTH":
    case "ENOAUTH":
      return new SendFailure("notify/mail-sign-in", rest);
    case "ETLS":
    case "ESOCKET":
    case "CERT_HAS_EXPIRED":
      return new SendFailure(isCertificate(error) ? "notify/mail-tls" : "outbound/unreachable", rest);
    case "ETIMEDOUT":
      return new SendFailure("outbound/timeout", rest);
    case "ECONNECTION":
    case "EDNS":
      return new SendFailure("outbound/unreachable", rest);
    default:
      return new SendFailure("notify/mail-refused", rest);
  }
}

/** Of what a socket says went wrong, that which is about TLS. */
function isCertificate(error: unknown): boolean {
  return error instanceof Error && /certificate|tls|ssl|altnames|wrong version/i.test(error.message);
}

const fieldsOf = (error: unknown): Record<string, unknown> =>
  typeof error === "object" && error !== null ? Object.fromEntries(Object.entries(error)) : {};
