import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import { isAppError } from "@/lib/shared/errors";
import { sendFile } from "./send-file";
import type { UploadPorts } from "./upload-engine";

/** The browser's side of the engine. */
export const uploadPorts: UploadPorts = {
  send: sendFile,
  createFolder: async (path) => {
    try {
      await api.file.createFolder({ path, parents: true });
    } catch (error) {
      if (!isAppError(error) || error.key !== "file/exists") throw error;
    }
  },
  isServerUp: async () => {
    try {
      return (await fetch(urls.api("health"), { cache: "no-store" })).ok;
    } catch {
      return false;
    }
  },
  pause: (delayMs) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        removeEventListener("online", wake);
        resolve();
      };
      const timer = setTimeout(wake, delayMs);
      addEventListener("online", wake);
    }),
};
