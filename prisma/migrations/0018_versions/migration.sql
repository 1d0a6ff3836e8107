-- AlterTable
ALTER TABLE "Trash" ADD COLUMN "versionOf" TEXT;
ALTER TABLE "Trash" ADD COLUMN "changedAt" DATETIME;

-- CreateIndex
CREATE INDEX "Trash_versionOf_deletedAt_idx" ON "Trash"("versionOf", "deletedAt");
