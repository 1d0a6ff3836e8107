import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { posix } from "node:path";
import { AppError, isAppError } from "@/lib/shared/errors";
import { parseImageReference, repositoryOf } from "@/lib/shared/image-reference";
import { randomId } from "@/lib/shared/units";
import { limits } from "@/lib/server/base/limits";
import type { Db } from "@/lib/server/db/open-db";
import { isAway } from "@/lib/server/docker/ask-docker";
import { findImage } from "@/lib/server/docker/make/own-image";
import { hostFiles } from "@/lib/server/process/account-files";
import { isFromContainer } from "@/lib/server/process/on-host";
import { getApp } from "@/lib/server/runtime/app";
import { textOfBytes } from "@/lib/server/text/byte-text";
import { readFacts } from "./read-facts";
import { readByCompose } from "./run-compose";
import { orRefused } from "./or-refused";
import { environmentFileOf, type StackPlace } from "./stack-places";
import { stackSetting } from "./stack-setting";

/** All that a stack is run by. */
export type Reading = {
  /** What Compose makes of its files. */
  compose: string;
  /** Its `.env`, byte for byte: it is what containers get. */
  environment: Buffer;
  /** Where paths in it lead that are links, and the hashes of what images are built by. */
  notes: string;
};

const parts = ["compose", "environment", "notes"] as const;
const nothing = Buffer.alloc(0);

export function digestOf({ compose, environment, notes }: Reading): string {
  // Bytes that are no text are no text of the same letters either.
  const known = isUtf8(environment) ? environment.toString("utf8") : { bytes: environment.toString("hex") };
  return hash("sha256", JSON.stringify([compose, known, notes]), "hex");
}

/** As it is looked at: one text, with the project's name, by which Compose finds what is there already. */
export function shownText({ name }: Pick<StackPlace, "name">, { compose, environment, notes }: Reading): string {
  const text = textOfBytes(environment);
  const below = text === "" ? "" : `\n# .env\n${text.replaceAll(/^/gm, "# ")}\n`;
  return `# the project is called ${quoted(name)}\n${compose}${notes === "" ? "" : `\n${notes}`}${below}`;
}

/**
 * What would be run of the files of a stack as they are now. The environment is read once, and what Compose reads is our copy of it. Throws what
 * {@link readByCompose} throws.
 */
export async function readStack(place: StackPlace): Promise<Reading> {
  const environment = await orRefused(async () => (await hostFiles.readBytes(environmentFileOf(place))) ?? nothing);
  const copy = `${await approvalFolder()}/${randomId(12)}.reading`;
  try {
    await orRefused(async () => {
      await hostFiles.makePrivate(await approvalFolder());
      await hostFiles.write(copy, environment, { newMode: "600" });
    });
    const compose = await readByCompose(place, { environmentFile: copy });
    // Ends of lines to the YAML of one Compose, and letters to that of another and to whoever looks at it.
    const odd = /[\u0085\u2028\u2029]/.exec(compose)?.[0];
    if (odd !== undefined)
      throw new AppError("stack/invalid", { text: `U+${odd.charCodeAt(0).toString(16).padStart(4, "0")}` });
    return { compose, environment, notes: await notesOn(compose, place) };
  } finally {
    await hostFiles.removeTree(copy).catch(() => {}); // a copy that only root reads
  }
}

/** A link in the way of a folder that a container gets, the Dockerfile of an image, and what images are here, are no part of what Compose says. */
async function notesOn(compose: string, { name, folder }: StackPlace): Promise<string> {
  const [facts] = await readFacts([compose]);
  if (facts === null || facts === undefined) throw new AppError("stack/slow", { name });
  const [sources, dockerfiles] = [facts.sources, facts.dockerfiles].map((paths) => [
    ...new Set(paths.map((path) => posix.resolve(folder, path))),
  ]) as [string[], string[]]; // as many as there were
  const [real, hashes] = await Promise.all([hostFiles.realPaths(sources), hostFiles.hashesOf(dockerfiles)]);
  const leading = sources.flatMap((path, index) =>
    real[index] === path ? [] : [`# ${quoted(path)} leads to ${quoted(real[index] ?? "")}`],
  );
  const built = dockerfiles.map((path, index) => `# ${quoted(path)} has SHA-256 ${hashes[index] ?? "none"}`);
  return [...leading, ...built, ...(await localImages(facts.images))].map((line) => `${line}\n`).join("");
}

/** Those of the notes that may be about how images are built: where links lead, and the hashes of Dockerfiles. */
export const notesOnBuilds = (notes: string): string[] => notes.split("\n").filter((line) => line.startsWith('# "'));

/**
 * Images that came from no registry of their name: what is approved is the image, for its name alone says nothing of where it is from. Those of a registry, which
 * change with each update, are what that says; those that Compose builds are what their Dockerfiles say.
 */
async function localImages(names: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const name of names) {
    const image = await findImage(name).catch((error: unknown) => {
      // What cannot be asked now is another text than what is run.
      if (isAppError(error) && isAway(error)) return null;
      throw error;
    });
    const own = repositoryOf(name);
    const isPulled = !isNearby(name) && image?.digests.some((one) => repositoryOf(one) === own) === true;
    if (image !== null && !isPulled)
      lines.push(
        `# the image ${quoted(name)} is ${image.id}, ${isNearby(name) ? "from a registry on this machine" : "from no registry"}`,
      );
  }
  return lines;
}

/** Of a registry on this machine: whoever may make a container that publishes its port is that registry. */
const isNearby = (name: string) =>
  /^(?:localhost|127(?:\.\d+){3})(?::\d+)?$/i.test(parseImageReference(name)?.registry ?? "");

/** On one line, whatever is in the path. */
const quoted = (path: string) =>
  JSON.stringify(path).replaceAll(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

export type Approval = Reading & { files: { compose: string; environment: string } };

/** What somebody approved of the stack; null where nobody has, and where what was kept of it is not that any more. */
export async function findApproval({ name, folder }: StackPlace): Promise<Approval | null> {
  const found = stackSetting.get().approved.find((one) => one.folder === folder && one.name === name);
  if (found === undefined) return null;
  const files = filesOf(await approvalFolder(), found.digest);
  const [compose, environment, notes] = await Promise.all(
    parts.map((part) => hostFiles.readBytes(files[part]).catch(() => null)),
  );
  if (!compose || !environment || !notes) return null;
  const reading = { compose: compose.toString("utf8"), environment, notes: notes.toString("utf8") };
  return digestOf(reading) === found.digest ? { ...reading, files } : null;
}

/** Keeps what was approved, for root alone, and forgets what was before. */
export async function keepApproval(
  db: Db,
  { name, folder, composeFiles }: StackPlace,
  reading: Reading,
): Promise<void> {
  const place = await approvalFolder();
  const digest = digestOf(reading);
  const files = filesOf(place, digest);
  await orRefused(async () => {
    await hostFiles.makePrivate(place);
    for (const part of parts) await hostFiles.write(files[part], reading[part], { newMode: "600" });
  });
  const setting = stackSetting.get();
  const others = setting.approved.filter((one) => one.folder !== folder || one.name !== name);
  const approved = [...others, { name, folder, files: [...composeFiles], digest }].slice(-limits.approvedStacks);
  await stackSetting.save(db, { ...setting, approved });
  const kept = new Set(approved.map((one) => one.digest));
  for (const path of await hostFiles.list(place)) {
    const [named = ""] = path.split(".");
    if (!path.endsWith(".reading") && !kept.has(named)) await hostFiles.removeTree(`${place}/${path}`);
  }
}

const filesOf = (place: string, digest: string) => ({
  compose: `${place}/${digest}.yaml`,
  environment: `${place}/${digest}.env`,
  notes: `${place}/${digest}.notes`,
});

/** The Compose files that one of ours was made of, as containers name it; null where it is none of ours. */
export async function findApprovedFiles(path: string): Promise<readonly string[] | null> {
  const place = await approvalFolder();
  return stackSetting.get().approved.find(({ digest }) => filesOf(place, digest).compose === path)?.files ?? null;
}

/** What is approved of all stacks: `read` gives what Compose made of one's files. */
export function approvedTexts() {
  return stackSetting.get().approved.map(({ name, folder, digest }) => ({
    name,
    folder,
    digest,
    read: async () => hostFiles.read(filesOf(await approvalFolder(), digest).compose),
  }));
}

/** On the machine that Compose runs on. */
async function approvalFolder(): Promise<string> {
  return (await isFromContainer()) ? "/var/lib/filedeck/stacks" : `${getApp().env.dataDir}/approved-stacks`;
}
