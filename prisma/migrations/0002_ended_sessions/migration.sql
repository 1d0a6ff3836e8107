-- CreateTable
CREATE TABLE "EndedSession" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "tokenHash" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "endedAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "EndedSession_endedAt_idx" ON "EndedSession"("endedAt");

