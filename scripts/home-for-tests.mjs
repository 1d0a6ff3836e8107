import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Shells that tests open and end have a home of their own: the account's profile may hang, or keep what it had half done. */
export default function setUp() {
  const home = mkdtempSync(path.join(tmpdir(), "home-"));
  process.env["HOME"] = home;
  return () => rmSync(home, { recursive: true, force: true });
}
