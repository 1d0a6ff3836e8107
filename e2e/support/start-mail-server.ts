import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type Mail = { from: string; to: string[]; subject: string; text: string; headers: string };

/** A mail server that takes what it is given, from whoever knows the password. */
export async function startMailServer(account: { username: string; password: string }) {
  const mails: Mail[] = [];
  let refusal: string | null = null;
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === account.username && password === account.password
        ? done(null, { user: username })
        : done(new Error("wrong password")),
    onData: (stream, session, done) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer); // nobody sets an encoding
        if (refusal !== null) return done(Object.assign(new Error(refusal), { responseCode: Number(refusal) }));
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        mails.push({ from: mailFrom === false ? "" : mailFrom.address, to, ...read(Buffer.concat(chunks).toString()) });
        return done();
      })();
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port, // a port, not a pipe
    mails,
    /** With this code of SMTP from now on; null: no longer. */
    refuse: (code: string | null) => (refusal = code),
    close: () => {
      server.close(() => undefined);
    },
  };
}

/** Of a mail with one text, as nodemailer writes it. */
function read(raw: string): Pick<Mail, "subject" | "text" | "headers"> {
  const end = raw.indexOf("\r\n\r\n");
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, " ");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(headers)?.[1] ?? "";
  const body = raw.slice(end + 4);
  return {
    subject: decodeWords(header("subject")),
    text: decodeBody(body, header("content-transfer-encoding")),
    headers,
  };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  return encoding === "quoted-printable" ? fromQuoted(body.replace(/=\r?\n/g, "")) : body;
}

/** RFC 2047. */
function decodeWords(text: string): string {
  return text
    .replace(/\?= =\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === "b" ? Buffer.from(word, "base64").toString("utf8") : fromQuoted(word.replaceAll("_", " ")),
    );
}

function fromQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
