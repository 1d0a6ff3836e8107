import { cryptoContract } from "@/lib/contracts/crypto";
import { group } from "@/lib/server/group/group";
import { createKey, deleteKey, exportKey, importKey, listKeys } from "./manage-keys";
import { importSshFile, listSshFiles, saveKey } from "./ssh-files";

export const cryptoGroup = group({
  name: "crypto",
  contract: cryptoContract,
  json: { listKeys, createKey, importKey, deleteKey, exportKey, listSshFiles, saveKey, importSshFile },
});
