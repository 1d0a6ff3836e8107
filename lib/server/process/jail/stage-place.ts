/** Where the root of a jail is staged: there on every system, below nothing that others can change, and covered in the launcher's mounts alone. */
export const stagePlace = "/tmp";
