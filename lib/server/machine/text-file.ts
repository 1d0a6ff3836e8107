import { readdir, readFile, stat } from "node:fs/promises";

/** Of /proc and /sys, where what is missing is an answer. */

/** Empty for a folder that is not there. */
export const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);

/** Without blanks around it; null where there is no such file, or it cannot be read. */
export const textOf = (file: string) =>
  readFile(file, "utf8").then(
    (text) => text.trim(),
    () => null,
  );

/** The number that is all of a file. */
export async function numberOf(file: string): Promise<number | null> {
  const text = await textOf(file);
  return text === null || !/^-?\d+$/.test(text) ? null : Number(text);
}

export const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Null where there is no such file. */
export const fileBytes = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );
