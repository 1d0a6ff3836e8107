import { readlinkSync } from "node:fs";

const folders = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** The folders of programs and libraries below / that are links into /usr, as on all current systems, by what they say. */
export function usrLinks(): Record<string, string> {
  return Object.fromEntries(
    folders.flatMap((folder) => {
      try {
        return [[folder, readlinkSync(folder)]];
      } catch {
        return [];
      }
    }),
  );
}
