import { readFile } from "node:fs/promises";
import { parseLoginSession, parseUtmp, type Login } from "./parse-utmp";
import { namesIn, textOf } from "./text-file";

const most = 50;

type Places = { utmp?: string; sessions?: string; architecture?: string };

/** Who is logged in to the machine; null where nothing here tells, as in most containers. */
export async function readLogins({
  utmp = "/run/utmp",
  sessions = "/run/systemd/sessions",
  architecture = process.arch,
}: Places = {}): Promise<Login[] | null> {
  const records = await readFile(utmp).catch(() => null);
  if (records !== null) return parseUtmp(records, architecture).slice(0, most);
  const names = (await namesIn(sessions)).filter((name) => /^\w+$/.test(name)).slice(0, most);
  if (names.length === 0) return null;
  const found = await Promise.all(
    names.map(async (name) => parseLoginSession((await textOf(`${sessions}/${name}`)) ?? "")),
  );
  return found.filter((login) => login !== null).sort((a, b) => b.sinceMs - a.sinceMs);
}
