-- CreateTable
CREATE TABLE "OpenTerminal" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "program" TEXT NOT NULL,
    "place" TEXT,
    "hostId" TEXT,
    "startedAt" DATETIME NOT NULL,
    "lostAt" DATETIME,
    CONSTRAINT "OpenTerminal_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "OpenTerminal_userId_idx" ON "OpenTerminal"("userId");
