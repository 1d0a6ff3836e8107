-- CreateTable
CREATE TABLE "ShareEntry" (
    "shareId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "place" TEXT NOT NULL,
    "fileId" TEXT,

    PRIMARY KEY ("shareId", "position"),
    CONSTRAINT "ShareEntry_shareId_fkey" FOREIGN KEY ("shareId") REFERENCES "Share" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "ShareEntry_place_idx" ON "ShareEntry"("place");
