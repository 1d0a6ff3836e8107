-- CreateTable
CREATE TABLE "MediaPosition" (
    "userId" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "seconds" REAL NOT NULL,
    "updatedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,

    PRIMARY KEY ("userId", "place"),
    CONSTRAINT "MediaPosition_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "MediaPosition_userId_updatedAt_idx" ON "MediaPosition"("userId", "updatedAt");
