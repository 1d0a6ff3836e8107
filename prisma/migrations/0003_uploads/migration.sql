-- CreateTable
CREATE TABLE "Upload" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerKind" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "folder" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sizeBytes" BIGINT,
    "conflict" TEXT NOT NULL,
    "mtimeMs" BIGINT,
    "sha256" TEXT,
    "metadata" TEXT NOT NULL,
    "partId" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "etag" TEXT,
    "path" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "Upload_ownerKind_ownerId_createdAt_idx" ON "Upload"("ownerKind", "ownerId", "createdAt");

-- CreateIndex
CREATE INDEX "Upload_expiresAt_idx" ON "Upload"("expiresAt");
