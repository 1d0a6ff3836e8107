-- DropIndex
DROP INDEX "Trash_ownerId_deletedAt_idx";

-- DropIndex
DROP INDEX "Trash_state_idx";

-- CreateIndex
CREATE INDEX "Trash_ownerId_state_deletedAt_sizeBytes_idx" ON "Trash"("ownerId", "state", "deletedAt", "sizeBytes");

-- CreateIndex
CREATE INDEX "Trash_state_deletedAt_sizeBytes_idx" ON "Trash"("state", "deletedAt", "sizeBytes");
