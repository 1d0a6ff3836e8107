export { isUnclear as isTrashUnclear } from "./sftp/trash-base";
