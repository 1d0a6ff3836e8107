import { davContract } from "@/lib/contracts/dav";
import { settingServices } from "@/lib/server/group/define-setting";
import { group } from "@/lib/server/group/group";
import { onActorsForgotten } from "@/lib/server/session/find-actor";
import { createAppPassword, listAppPasswords, revokeAppPassword } from "./app-passwords";
import { davSetting } from "./dav-setting";
import { dropEndedLocks } from "./drop-ended-locks";
import { loadLocks } from "./locks";
import { isDavCall, serveDav } from "./serve-dav";

const failed = "WebDAV locks of ended accounts could not be removed";

export const davGroup = group({
  name: "dav",
  contract: davContract,
  json: {
    ...settingServices("Dav", davSetting),
    listAppPasswords,
    createAppPassword,
    revokeAppPassword,
  },
  protocol: { isOurs: isDavCall, serve: serveDav },
  settings: [davSetting],
  onStart: async ({ db, log, stopping }) => {
    await loadLocks(db);
    await dropEndedLocks(db);
    const stop = onActorsForgotten(() => {
      dropEndedLocks(db).catch((error: unknown) => log.error({ err: error }, failed));
    });
    stopping.addEventListener("abort", stop, { once: true });
  },
  // Commands on the server change accounts as well, and a request may have been at its lock when its account ended.
  schedules: [{ everyMs: 60_000, firstMs: 60_000, failed, run: ({ db }) => dropEndedLocks(db) }],
});
