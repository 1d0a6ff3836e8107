import { duplicatesContract } from "@/lib/contracts/duplicates";
import { fetchContract } from "@/lib/contracts/fetch";
import { fileContract } from "@/lib/contracts/file";
import { propertiesContract } from "@/lib/contracts/properties";
import { versionContract } from "@/lib/contracts/version";
import { serve } from "@/lib/server/http/serve";
import { findDuplicates } from "@/lib/server/duplicates/find-duplicates";
import { fetchFiles } from "@/lib/server/fetch/fetch-files";
import { chooseBase, getBase } from "@/lib/server/file/base-switch";
import { copyEntries, moveEntries, removeEntries } from "@/lib/server/file/change-trees";
import { createFile, createFolder } from "@/lib/server/file/create-entry";
import { findClashes } from "@/lib/server/file/find-clashes";
import { measureEntries } from "@/lib/server/file/measure-entries";
import { renameEntry } from "@/lib/server/file/rename-entry";
import { setAttributes } from "@/lib/server/properties/set-attributes";
import { sumFiles } from "@/lib/server/properties/sum-files";
import { restoreVersion } from "@/lib/server/trash/file-versions";

export const { GET, POST, PUT, DELETE } = serve(
  { ...fileContract, ...propertiesContract, ...fetchContract, ...duplicatesContract, ...versionContract },
  {
    baseSwitch: chooseBase,
    getBaseSwitch: getBase,
    measure: measureEntries,
    removeMany: removeEntries,
    copy: copyEntries,
    cut: moveEntries,
    clashes: findClashes,
    rename: renameEntry,
    createFile,
    createFolder,
    setAttributes,
    sumFiles,
    fetchFiles,
    findDuplicates,
    restoreVersion,
  },
);
