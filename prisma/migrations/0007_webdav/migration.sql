-- CreateTable
CREATE TABLE "AppPassword" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "root" TEXT,
    "readOnly" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" DATETIME,
    CONSTRAINT "AppPassword_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "DavLock" (
    "token" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "isDeep" BOOLEAN NOT NULL,
    "isShared" BOOLEAN NOT NULL,
    "owner" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "DavLock_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "DavProperty" (
    "folder" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "values" JSONB NOT NULL,
    "updatedAt" DATETIME NOT NULL,

    PRIMARY KEY ("folder", "name"),
    CONSTRAINT "DavProperty_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "AppPassword_secretHash_key" ON "AppPassword"("secretHash");

-- CreateIndex
CREATE INDEX "AppPassword_userId_idx" ON "AppPassword"("userId");

-- CreateIndex
CREATE INDEX "DavLock_userId_idx" ON "DavLock"("userId");

-- CreateIndex
CREATE INDEX "DavProperty_ownerId_updatedAt_idx" ON "DavProperty"("ownerId", "updatedAt");
