import { z } from "zod";
import { defineSetting } from "@/lib/server/group/define-setting";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/runtime/app";
import { sealText, unsealText } from "@/lib/server/session/seal";

const about = "vapid";

/** How this server shows push services who it is (RFC 8292), made when they are first asked for. */
export const vapidSetting = defineSetting({
  name: "vapid",
  schema: z.object({ public_key: z.string(), sealed_private_key: z.string() }),
  fallback: { public_key: "", sealed_private_key: "" },
  // The public half is of no use without the private one, which is a secret of this server.
  isPortable: false,
});

type Vapid = { publicKey: string; privateKey: string };

let making: Promise<Vapid> | null = null;

/** Base64url. Where the key file is another than the one that they were sealed with, new ones are made: browsers have to be added anew. */
export function vapidKeys(db: Db): Promise<Vapid> {
  const { public_key: publicKey, sealed_private_key: sealed } = vapidSetting.get();
  const privateKey = sealed === "" ? null : unsealText(sealed, { keys: getApp().keys, about });
  if (privateKey !== null) return Promise.resolve({ publicKey, privateKey });
  making ??= make(db).finally(() => (making = null));
  return making;
}

async function make(db: Db): Promise<Vapid> {
  const { default: webPush } = await import("web-push");
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await vapidSetting.save(db, {
    public_key: publicKey,
    sealed_private_key: sealText(privateKey, { keys: getApp().keys, about }),
  });
  return { publicKey, privateKey };
}
