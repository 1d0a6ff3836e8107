import { undoAction } from "@/components/domain/task/task-store";
import { pushUndo } from "@/components/domain/task/undo-stack";
import type { Words } from "@/components/domain/entry/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { readToken } from "@/lib/client/token";
import { browserPorts, type UploadPlace } from "@/lib/client/upload/browser-ports";
import { newRun } from "@/lib/client/upload/own-run";
import { urls } from "@/lib/client/urls";
import { uploadDefaults, type UploadSetting } from "@/lib/contracts/upload";
import { isAppError } from "@/lib/shared/errors";
import { encodePath, joinVirtualPath } from "@/lib/shared/paths";
import type { UploadConflict, UploadItem } from "@/lib/client/upload/upload-item";

let limits: UploadSetting = uploadDefaults;

/** What the server allows now; asked before every start of uploads. The last known where it cannot be asked. */
export async function loadLimits(): Promise<UploadSetting> {
  limits = await api.upload.getUploadSetting({}).catch(() => limits);
  return limits;
}

/** Skipping is told by a taken name: the server refuses, and the engine counts it as skipped. What is older has been asked about. */
const policies = {
  fail: "fail",
  replace: "replace",
  rename: "rename",
  skip: "fail",
  resume: "fail",
  newer: "replace",
} as const;
const policyOf = (conflict: UploadConflict) => policies[conflict];
const pathOf = ({ folder, name }: UploadItem) => joinVirtualPath(folder, name);

/** Names the uploads that are undone together. */
let run = newRun();

/** The uploads so far are over: makes what they have overwritten one thing to undo, and says so. Never rejects. */
export async function endRun(words: Words): Promise<void> {
  const over = run;
  run = newRun();
  // Who may not delete cannot undo it; what was replaced is in the trash all the same.
  const { id, name, count } = await api.trash.endUploads({ run: over }).catch(() => nothing);
  if (id === null) return;
  pushUndo({ id, name, count });
  const message = words.t("uploadsReplaced", { name, count });
  showToast({ kind: "success", message, action: undoAction(id, words), press: null });
}

const nothing = { id: null, name: "", count: 0 };

/** The folders of whoever is signed in. */
const accountPlace: UploadPlace = {
  endpoint: urls.api("file/tus"),
  headers: () => {
    const token = readToken();
    return { "upload-run": run, ...(token === null ? {} : { authorization: token }) };
  },
  metadataOf: (item) => ({
    path: pathOf(item),
    conflict: policyOf(item.conflict),
    ...(item.file === null ? {} : { mtime: String(item.file.lastModified) }),
  }),
  putUrlOf: (item) => {
    const mtime = item.file === null ? "" : `&mtime=${item.file.lastModified}`;
    const again = item.mayBeThere ? "&resume=1" : "";
    return urls.api(`file/${encodePath(pathOf(item))}?conflict=${policyOf(item.conflict)}${mtime}${again}`);
  },
  canJoin: true,
  manyUrlOf: (base, conflict) =>
    urls.api(`file/upload-many?to=${encodePath(base)}&conflict=${policyOf(conflict)}&resume=1`),
  createFolder: async (path) => {
    try {
      await api.file.createFolder({ path, parents: true });
    } catch (error) {
      if (!isAppError(error) || error.key !== "file/exists") throw error;
    }
  },
  isNeedless: async (item) => {
    const own = item.file?.lastModified ?? 0;
    try {
      const { kind, size, mtime } = await api.file.stat({ path: pathOf(item) });
      if (item.conflict === "newer") return kind === "file" && mtime >= own;
      return kind === "file" && size === item.sizeBytes && mtime === own;
    } catch (error) {
      if (isAppError(error) && error.key === "file/not-found") return false;
      throw error;
    }
  },
};

export const accountPorts = browserPorts(accountPlace, () => limits);
