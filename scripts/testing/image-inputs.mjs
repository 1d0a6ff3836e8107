// Tells whether what the image and the tree with one group more are made of has changed since they were last proven.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../fingerprint.mjs";

const stamp = "e2e/docker/proven.txt";
const inputs = [
  ".dockerignore",
  "Dockerfile",
  "components/features.ts",
  "docker",
  "e2e/docker",
  "e2e/proof",
  "examples",
  "lib/contracts/all.ts",
  "lib/server/groups.ts",
  "next.config.ts",
  "package-lock.json",
  "scripts",
];
/** They run tests, and no image. */
const others =
  /^scripts\/(?:testing(?:\/|$)|boundaries(?:\/|$)|check\.mjs$|test\.mjs$|clear-leftovers\.mjs$|install-packages\.mjs$|.*\.test\.mjs$)/;

function hashOfInputs() {
  const hash = createHash("sha256");
  const add = (name) => {
    const file = path.join(root, name);
    if (name === stamp || others.test(name) || !existsSync(file)) return;
    if (statSync(file).isDirectory()) for (const inner of readdirSync(file).sort()) add(`${name}/${inner}`);
    else hash.update(name).update("\0").update(readFileSync(file)).update("\0");
  };
  for (const input of inputs) add(input);
  return hash.digest("hex");
}

export const isImageProven = () =>
  existsSync(path.join(root, stamp)) && readFileSync(path.join(root, stamp), "utf8").trim() === hashOfInputs();

/** To be called when their tests were green, and to be committed with what was changed. */
export function keepImageProven() {
  if (isImageProven()) return;
  writeFileSync(path.join(root, stamp), `${hashOfInputs()}\n`);
  console.log(`${stamp} says that the image was tested as it is now: commit it with the change.`);
}
