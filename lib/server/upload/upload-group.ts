import { uploadChannels, uploadContract } from "@/lib/contracts/upload";
import { settingServices } from "@/lib/server/group/define-setting";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { followProgress } from "./follow-progress";
import { sweepUploads } from "./sweep-uploads";
import { tusHeaders } from "./tus-headers";
import * as upload from "./upload-routes";
import { uploadSetting } from "./upload-setting";

export const uploadGroup = group({
  name: "upload",
  contract: uploadContract,
  json: {
    listUploads: upload.listUploads,
    ...settingServices("Upload", uploadSetting),
  },
  bytes: {
    describeTus: { service: upload.describeTus, headers: tusHeaders },
    createUpload: { service: upload.createUpload, headers: tusHeaders, fields: upload.metadataFields },
    readUpload: { service: upload.readUpload, headers: tusHeaders },
    headUpload: { service: upload.headUpload, headers: tusHeaders },
    writeUpload: { service: upload.writeUpload, headers: tusHeaders },
    terminateUpload: { service: upload.terminateUpload, headers: tusHeaders },
    uploadMany: upload.uploadMany,
  },
  channels: serveChannels(uploadChannels, { progress: followProgress }),
  settings: [uploadSetting],
  schedules: [
    {
      everyMs: 3_600_000,
      failed: "expired uploads could not be removed",
      run: ({ db }) => sweepUploads(db),
    },
  ],
});
