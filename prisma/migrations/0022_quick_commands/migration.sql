-- CreateTable
CREATE TABLE "QuickCommand" (
    "userId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "parentId" TEXT,
    "position" INTEGER NOT NULL,
    "note" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "way" TEXT NOT NULL,
    "suffixes" JSONB NOT NULL,

    PRIMARY KEY ("userId", "id"),
    CONSTRAINT "QuickCommand_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
