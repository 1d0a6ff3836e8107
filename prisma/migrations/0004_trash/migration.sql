-- AlterTable
ALTER TABLE "User" ADD COLUMN "protectedPaths" JSONB;

-- CreateTable
CREATE TABLE "Trash" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "ownerName" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "hostPath" TEXT NOT NULL,
    "folder" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sizeBytes" REAL,
    "state" TEXT NOT NULL,
    "deletedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Undo" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "what" JSONB NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Undo_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Trash_ownerId_deletedAt_idx" ON "Trash"("ownerId", "deletedAt");

-- CreateIndex
CREATE INDEX "Trash_deletedAt_idx" ON "Trash"("deletedAt");

-- CreateIndex
CREATE INDEX "Trash_state_idx" ON "Trash"("state");

-- CreateIndex
CREATE INDEX "Undo_ownerId_sessionId_createdAt_idx" ON "Undo"("ownerId", "sessionId", "createdAt");

-- CreateIndex
CREATE INDEX "Undo_createdAt_idx" ON "Undo"("createdAt");
