import { randomId } from "@/lib/shared/units";
import { runSystemd } from "./run-systemctl";
import type { UnitHome } from "./unit-home";

const most = 50;

type Asked = { units: readonly string[]; signal: AbortSignal };

/**
 * What systemd itself says of units as they would be with some files, each a line without the place of the file. They lie in a folder of their own for that
 * long, which stands before all others. `files`: their text by their path in it.
 */
export async function verifyUnits(
  { account, runtimeFolder, files }: UnitHome,
  texts: Readonly<Record<string, string>>,
  { units, signal }: Asked,
): Promise<string[]> {
  const folder = `${runtimeFolder}/filedeck-check-${randomId(12)}`;
  try {
    await files.makePrivate(folder);
    for (const [path, text] of Object.entries(texts)) await files.write(`${folder}/${path}`, text);
    const env = { SYSTEMD_UNIT_PATH: `${folder}:` };
    const { said } = await runSystemd(
      "systemd-analyze",
      [...(account === null ? [] : ["--user"]), "verify", "--man=no", "--recursive-errors=no", "--", ...units],
      {
        signal,
        account,
        env: account === null ? env : { ...env, HOME: account.home, XDG_RUNTIME_DIR: runtimeFolder },
      },
    );
    const messages = said.split("\n").map((line) => line.replaceAll(new RegExp(`${folder}/[^:\\s]*:`, "g"), "").trim());
    return messages.filter((line) => line !== "").slice(0, most);
  } finally {
    await files.removeTree(folder).catch(() => {}); // what is left goes with the next start of the machine
  }
}
