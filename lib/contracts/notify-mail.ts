import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, hostName, portNumber } from "./fields";

/** `starttls`: unencrypted until both have agreed on TLS, which must happen; `none`: for a mail server on this machine. */
export const mailSecurities = ["tls", "starttls", "none"] as const;

const fields = {
  enabled: z.boolean(),
  host: hostName.or(z.literal("")),
  port: portNumber,
  security: z.enum(mailSecurities),
  /** Empty: no signing in. */
  username: z.string().max(256),
  /** What the messages come from, `name <address>` or an address alone. */
  from: z
    .string()
    .trim()
    .max(320)
    .regex(/^(?:[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)?$/, { message: "must be a mail address" }),
};

export const storedMail = z.object({
  ...fields,
  sealed_password: z.string(),
  /** Whether it may be in the local network: whoever set it could reach that. */
  is_lan: z.boolean(),
});
export type StoredMail = z.infer<typeof storedMail>;

export const mailInput = z.object({
  ...fields,
  /** Null: as it was. It is dropped when the server is another. */
  password: z.string().max(1024).nullable(),
});
export type MailInput = z.infer<typeof mailInput>;

const output = z.object({ ...fields, has_password: z.boolean() });

/** Part of the notify contract: the server that mail is sent by. */
export const mailSetting = {
  getMailSetting: endpoint({
    method: "GET",
    path: "setting/mail",
    direct: true,
    access: "notify_setting",
    token: false,
    summary: "Get the server that mail is sent by.",
    input: empty,
    output,
  }),
  setMailSetting: endpoint({
    method: "POST",
    path: "setting/mail",
    access: "notify_setting",
    token: false,
    confirm: true,
    summary: "Change the server that mail is sent by. One in the local network takes the permission to reach that.",
    input: mailInput,
    output,
  }),
  testMail: endpoint({
    method: "POST",
    path: "setting/mail/test",
    access: "notify_setting",
    token: false,
    summary: "Send a test mail, and tell what the mail server says to it.",
    input: z.object({ to: z.email().max(254) }),
    output: empty,
  }),
};
