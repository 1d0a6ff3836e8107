import { trashContract } from "@/lib/contracts/trash";
import { serve } from "@/lib/server/http/serve";
import { listTrash, offerTrash } from "@/lib/server/trash/list-trash";
import { emptyTrash, purgeTrash } from "@/lib/server/trash/purge-trash";
import { restoreTrash } from "@/lib/server/trash/restore-trash";

export const { GET, POST, PUT, DELETE } = serve(trashContract, {
  listTrash,
  offerTrash,
  restoreTrash,
  purgeTrash,
  emptyTrash,
});
