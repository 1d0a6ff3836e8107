import { answerCodes } from "./answer-codes";

const { fail } = answerCodes;

/** What keeps a backup from being made; a part of `errorTable`. */
export const backupErrors = {
  "backup/no-folder": { code: fail, status: 422 },
  "backup/no-passphrase": { code: fail, status: 422 },
  "backup/exposed": { code: fail, status: 409 },
  "backup/running": { code: fail, status: 409 },
  "backup/unreadable": { code: fail, status: 409 },
} as const;
