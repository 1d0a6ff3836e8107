import { startSystemd, type Systemd } from "@/lib/server/process/systemd-fixture";
import { nodeFlags } from "../support/kept-code";
import { rootUser } from "../support/start-filedeck";
import { freePort } from "@/lib/server/process/reserve-fixture";

/** `filesDir`: of its root "Files", in the machine. */
export type OnSystemd = { url: string; filesDir: string; systemd: Systemd; stop: () => Promise<void> };

const readyMs = 30_000;

type Options = { binds?: readonly string[]; env?: Record<string, string> };

/**
 * A machine of the test's own that systemd has booted, and the built server as one of its services. `binds` are folders
 * that the machine shares with this one; `env` are settings of the server.
 */
export async function startFiledeckOnSystemd({ binds = [], env = {} }: Options = {}): Promise<OnSystemd> {
  const systemd = await startSystemd({ binds });
  try {
    const port = await freePort();
    const settings = {
      NODE_ENV: "production",
      HOME: "/root",
      FILEDECK_HOST: "127.0.0.1",
      FILEDECK_PORT: String(port),
      FILEDECK_DATA: "/srv/filedeck",
      FILEDECK_ROOTS: "/srv=Files",
      FILEDECK_ADMIN_USERNAME: rootUser.username,
      FILEDECK_ADMIN_PASSWORD: rootUser.password,
      FILEDECK_LOG_LEVEL: "warn",
      ...env,
    };
    const started = await systemd.run(
      "systemd-run",
      "--unit=filedeck",
      `--working-directory=${process.cwd()}`,
      ...Object.entries(settings).map(([name, value]) => `--setenv=${name}=${value}`),
      process.execPath,
      ...nodeFlags,
      "dist/server.mjs",
    );
    if (started.code !== 0) throw new Error(started.said);
    const url = `http://127.0.0.1:${port}`;
    const untilMs = Date.now() + readyMs;
    while (!(await isThere(url))) {
      if (Date.now() > untilMs) throw new Error((await systemd.run("journalctl", "-u", "filedeck")).said);
      await new Promise((resolve) => setTimeout(resolve, 200)); // between two looks
    }
    return { url, filesDir: "/srv", systemd, stop: systemd.stop };
  } catch (error) {
    await systemd.stop();
    throw error;
  }
}

function isThere(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}
