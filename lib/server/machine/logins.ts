import { readFile } from "node:fs/promises";
import { isFromContainer } from "@/lib/server/process/on-host";
import { parseLoginSession, parseUtmp, type Login } from "./parse-utmp";
import { namesIn, textOf } from "./text-file";

const most = 50;

type Places = { utmp?: string; sessions?: string; architecture?: string };

/** Who is logged in to the machine, which is the host of a container that may enter it; null where nothing here tells, as in most containers. */
export async function readLogins(places: Places = {}): Promise<Login[] | null> {
  const top = (await isFromContainer()) ? "/proc/1/root" : "";
  const { utmp = `${top}/run/utmp`, sessions = `${top}/run/systemd/sessions`, architecture = process.arch } = places;
  const records = await readFile(utmp).catch(() => null);
  if (records !== null) return parseUtmp(records, architecture).slice(0, most);
  const names = (await namesIn(sessions)).filter((name) => /^\w+$/.test(name)).slice(0, most);
  if (names.length === 0) return null;
  const found = await Promise.all(
    names.map(async (name) => parseLoginSession((await textOf(`${sessions}/${name}`)) ?? "")),
  );
  return found.filter((login) => login !== null).sort((a, b) => b.sinceMs - a.sinceMs);
}
