-- CreateTable
CREATE TABLE "RemoteFetch" (
    "taskId" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "tokenId" TEXT,
    "wish" TEXT NOT NULL,
    "kept" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);
