import { notifyChannels, notifyContract } from "@/lib/contracts/notify";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { testNotify } from "./deliver";
import { followMessages } from "./list/follow-messages";
import { deleteMessages, listMessages, pruneMessages, readMessages } from "./list/messages";
import { getMailSetting, mailServerSetting, setMailSetting } from "./mail/mail-setting";
import { removeMailAddress, setMailAddress, testMail, verifyMailAddress } from "./mail/own-address";
import { getNotifyProfile, setChoices } from "./profile";
import { addPushDevice, removePushDevice } from "./push/devices";
import { vapidSetting } from "./push/vapid-keys";
import { startNotify, stopNotify } from "./start-notify";
import { changeWebhook, createWebhook, deleteWebhook, listWebhooks, testWebhook } from "./webhook/manage-webhooks";

export const notifyGroup = group({
  name: "notify",
  contract: notifyContract,
  json: {
    listMessages,
    readMessages,
    deleteMessages,
    getNotifyProfile,
    setChoices,
    addPushDevice,
    removePushDevice,
    setMailAddress,
    verifyMailAddress,
    removeMailAddress,
    testNotify,
    getMailSetting,
    setMailSetting,
    testMail,
    listWebhooks,
    createWebhook,
    changeWebhook,
    deleteWebhook,
    testWebhook,
  },
  channels: serveChannels(notifyChannels, { follow: followMessages }),
  settings: [vapidSetting, mailServerSetting],
  onStart: startNotify,
  schedules: [
    { everyMs: 3_600_000, failed: "old notifications could not be removed", run: ({ db }) => pruneMessages(db) },
  ],
  onStop: stopNotify,
});
