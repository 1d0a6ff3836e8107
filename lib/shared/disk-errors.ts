import { answerCodes } from "./answer-codes";

const { fail } = answerCodes;

/** What can be wrong about disks and what is mounted of them; a part of `errorTable`. */
export const diskErrors = {
  "disk/no-lsblk": { code: fail, status: 422 },
  "disk/no-tool": { code: fail, status: 422 },
  "disk/no-smartctl": { code: fail, status: 422 },
  "disk/no-device": { code: fail, status: 404 },
  "disk/no-file-system": { code: fail, status: 422 },
  "disk/in-use": { code: fail, status: 403 },
  "disk/needed": { code: fail, status: 403 },
  "disk/place-system": { code: fail, status: 403 },
  "disk/place-outside": { code: fail, status: 403 },
  "disk/place-not-own": { code: fail, status: 403 },
  "disk/others-mount": { code: fail, status: 403 },
  "disk/place-taken": { code: fail, status: 409 },
  "disk/place-link": { code: fail, status: 409 },
  "disk/not-folder": { code: fail, status: 404 },
  "disk/not-empty": { code: fail, status: 409 },
  "disk/not-mounted": { code: fail, status: 404 },
  "disk/busy": { code: fail, status: 409 },
  "disk/changed": { code: fail, status: 409 },
  "disk/failed": { code: fail, status: 422 },
} as const;
