import { createStore } from "@/lib/shared/store";
import { browserPorts, type UploadPlace } from "@/lib/client/upload/browser-ports";
import type { UploadPorts } from "@/lib/client/upload/upload-engine";
import type { NewUpload, UploadItem } from "@/lib/client/upload/upload-item";
import { urls } from "@/lib/client/urls";
import { collectEntries, collectInput, type Collected } from "@/components/domain/upload/collect-files";
import type { DroppedEntries } from "@/components/domain/upload/dropped-entries";
import { runUploads } from "@/components/domain/upload/run-uploads";
import type { Words } from "@/components/domain/entry/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { uploadDefaults } from "@/lib/contracts/upload";
import { makeNameFilter } from "@/lib/shared/name-filter";
import { isEntryName, joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { forgetPlace, placeOf, rememberPlace } from "./remembered-uploads";
import { forViewer, inShare } from "./visit-path";

/** Files that this page has put into the box. */
export const arrivedCount = createStore(0);

const portsByLink = new Map<string, UploadPorts>();

/** A drop box takes each file by tus: a bad line loses no byte, and after a reload the same file goes on where it was. */
function portsFor(link: string): UploadPorts {
  const place: UploadPlace = {
    endpoint: urls.api(`share/${link}/tus`),
    headers: () => ({}),
    metadataOf: ({ folder, name, file }) => ({
      filename: name,
      ...(inShare(folder) === "" ? {} : { dir: inShare(folder) }),
      ...(file === null ? {} : { mtime: String(file.lastModified) }),
    }),
    putUrlOf: null,
    canJoin: false,
    manyUrlOf: null,
    createFolder: async () => {}, // the server makes them with their first file
    isNeedless: null,
  };
  const ports = browserPorts(place, () => uploadDefaults);
  const send: UploadPorts["send"] = async (item, watch) => {
    const result = await ports.send(item, {
      ...watch,
      onUrl: (url) => {
        remember(link, item, url);
        watch.onUrl(url);
      },
    });
    if (result.type !== "stored") return result;
    forgetPlace(link, item.label, item.file);
    arrivedCount.set((count) => count + 1);
    return result;
  };
  return { ...ports, send };
}

function remember(link: string, { label, file }: UploadItem, url: string | null): void {
  if (url === null) forgetPlace(link, label, file);
  else rememberPlace(link, label, file, url);
}

type Source = { dropped: DroppedEntries } | { chosen: FileList };

/** Sends what was dropped or chosen into the box. */
export async function uploadIntoBox(link: string, source: Source, words: Words): Promise<void> {
  try {
    const isIgnored = makeNameFilter(uploadDefaults.ignore);
    const collected =
      "chosen" in source ? collectInput(source.chosen, isIgnored) : await collectEntries(source.dropped, isIgnored);
    const uploads = uploadsOf(link, collected);
    if (uploads.length === 0) return;
    const ports = portsByLink.get(link) ?? portsFor(link);
    portsByLink.set(link, ports);
    runUploads(uploads, { words, limits: uploadDefaults, ports });
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
  }
}

function uploadsOf(link: string, { files }: Collected): NewUpload[] {
  const base = forViewer(null);
  return files.flatMap(({ folders, file }): NewUpload[] => {
    if (!isEntryName(file.name) || !folders.every(isEntryName)) return [];
    const folder = folders.reduce<VirtualPath>((path, name) => joinVirtualPath(path, name), base);
    const label = [...folders, file.name].join("/");
    const url = placeOf(link, label, file);
    return [{ base, folder, name: file.name, label, conflict: "rename", file, ...(url === null ? {} : { url }) }];
  });
}
