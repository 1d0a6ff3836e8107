-- CreateTable
CREATE TABLE "Registry" (
    "host" TEXT NOT NULL PRIMARY KEY,
    "username" TEXT NOT NULL,
    "sealedSecret" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checkedAt" DATETIME
);
