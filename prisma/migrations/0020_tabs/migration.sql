-- CreateTable
CREATE TABLE "Tab" (
    "userId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "title" TEXT NOT NULL,

    PRIMARY KEY ("userId", "id"),
    CONSTRAINT "Tab_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
