import { archiveContract } from "@/lib/contracts/archive";
import { fileContract } from "@/lib/contracts/file";
import { propertiesContract } from "@/lib/contracts/properties";
import { searchContract } from "@/lib/contracts/search";
import { settingContract } from "@/lib/contracts/setting";
import { shareContract } from "@/lib/contracts/share";
import { spaceContract } from "@/lib/contracts/space";
import { sysContract } from "@/lib/contracts/sys";
import { uploadContract } from "@/lib/contracts/upload";
import { versionContract } from "@/lib/contracts/version";
import { userContract } from "@/lib/contracts/user";
import { compressEntries } from "@/lib/server/archive/compress-entries";
import { extractArchive } from "@/lib/server/archive/extract-archive";
import { listArchive } from "@/lib/server/archive/list-archive";
import { readEntry } from "@/lib/server/archive/read-entry";
import { removeEntry } from "@/lib/server/file/change-trees";
import { createTicket } from "@/lib/server/file/create-ticket";
import { download, ticketOf } from "@/lib/server/file/download";
import { folderSpace } from "@/lib/server/file/folder-space";
import { getFile } from "@/lib/server/file/get-file";
import { guessText } from "@/lib/server/file/guess-text";
import { saveText } from "@/lib/server/file/save-text";
import { statEntry } from "@/lib/server/file/stat-entry";
import { uploadFile } from "@/lib/server/file/upload-file";
import { getProperties } from "@/lib/server/properties/get-properties";
import { searchFiles } from "@/lib/server/search/search-files";
import { filesSetting } from "@/lib/server/setting/files-setting";
import * as drop from "@/lib/server/share/drop-into-share";
import { isOpenFor } from "@/lib/server/share/open-share";
import { unlockShare } from "@/lib/server/share/unlock-share";
import { visitFile, visitFolder, visitShare, visitText, visitZip } from "@/lib/server/share/visit-share";
import { mapSpace } from "@/lib/server/space/map-space";
import { health, sendOpenapi } from "@/lib/server/sys/describe-server";
import { listVersions, readVersion } from "@/lib/server/trash/file-versions";
import { tusHeaders } from "@/lib/server/upload/tus-headers";
import * as upload from "@/lib/server/upload/upload-routes";
import { getUploadSetting, setUploadSetting } from "@/lib/server/upload/upload-setting";
import { getSetup, setUp } from "@/lib/server/user/set-up";
import { challenge, signIn } from "@/lib/server/user/sign-in";
import { getUserInfo } from "@/lib/server/user/user-info";
import { hotJson, stream, type HotRoute } from "./hot-table";
import { hotText } from "./hot-text";
import { inPublicTurn } from "./public-turns";

const dropping = { headers: tusHeaders, isStillOpen: isOpenFor("upload") };

/** The endpoints that are answered in front of Next: bytes, and small calls that must be fast. */
export const hotRoutes: readonly HotRoute[] = [
  hotJson(sysContract.health, health),
  stream(sysContract.openapi, sendOpenapi),
  hotJson(userContract.getUserInfo, getUserInfo),
  // Next takes ten times as long for each, and these anybody may ask.
  hotJson(userContract.getSetup, inPublicTurn(getSetup)),
  hotJson(userContract.challenge, inPublicTurn(challenge)),
  hotJson(userContract.login, inPublicTurn(signIn)),
  hotJson(userContract.setup, inPublicTurn(setUp)),
  hotJson(settingContract.filesSetting, filesSetting),
  stream(fileContract.get, getFile),
  hotJson(fileContract.stat, statEntry),
  hotJson(fileContract.guessText, guessText),
  hotJson(fileContract.space, folderSpace),
  hotJson(propertiesContract.getProperties, getProperties),
  hotText(fileContract.save, "context", saveText),
  stream(fileContract.upload, uploadFile),
  hotJson(fileContract.remove, removeEntry),
  hotJson(fileContract.ticket, createTicket),
  // Here for the thread of 7-Zip, which Next's bundle does not know.
  hotJson(archiveContract.compress, compressEntries),
  hotJson(archiveContract.extract, extractArchive),
  stream(archiveContract.list, listArchive, { hasJsonBody: true }),
  stream(archiveContract.readEntry, readEntry, { ticket: ticketOf }),
  stream(searchContract.search, searchFiles),
  stream(searchContract.searchBy, searchFiles, { hasJsonBody: true }),
  stream(spaceContract.mapSpace, mapSpace),
  hotJson(versionContract.listVersions, listVersions),
  stream(versionContract.readVersion, readVersion, { ticket: ticketOf }),
  stream(fileContract.download, download, { ticket: ticketOf }),
  hotJson(shareContract.visitShare, visitShare),
  hotJson(shareContract.unlockShare, unlockShare),
  stream(shareContract.visitFolder, visitFolder, { isStillOpen: isOpenFor("download", "view") }),
  stream(shareContract.visitText, visitText, { isStillOpen: isOpenFor("download", "view") }),
  stream(shareContract.visitFile, visitFile, { isStillOpen: isOpenFor("download", "view") }),
  stream(shareContract.visitZip, visitZip, { isStillOpen: isOpenFor("download") }),
  stream(shareContract.describeDrop, drop.describeDrop, { headers: tusHeaders }),
  stream(shareContract.createDrop, drop.createDrop, { ...dropping, fields: upload.metadataFields }),
  stream(shareContract.headDrop, drop.headDrop, dropping),
  stream(shareContract.writeDrop, drop.writeDrop, dropping),
  stream(shareContract.terminateDrop, drop.terminateDrop, dropping),
  stream(uploadContract.describeTus, upload.describeTus, { headers: tusHeaders }),
  stream(uploadContract.createUpload, upload.createUpload, { headers: tusHeaders, fields: upload.metadataFields }),
  hotJson(uploadContract.listUploads, upload.listUploads),
  stream(uploadContract.readUpload, upload.readUpload, { headers: tusHeaders }),
  stream(uploadContract.headUpload, upload.headUpload, { headers: tusHeaders }),
  stream(uploadContract.writeUpload, upload.writeUpload, { headers: tusHeaders }),
  stream(uploadContract.terminateUpload, upload.terminateUpload, { headers: tusHeaders }),
  stream(uploadContract.uploadMany, upload.uploadMany),
  hotJson(uploadContract.getUploadSetting, getUploadSetting),
  hotJson(uploadContract.setUploadSetting, setUploadSetting),
];
