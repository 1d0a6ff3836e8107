-- CreateTable
CREATE TABLE "Recording" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "program" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    "durationMs" INTEGER NOT NULL DEFAULT 0,
    "sizeBytes" INTEGER NOT NULL DEFAULT 0,
    "stopped" TEXT
);

-- CreateIndex
CREATE UNIQUE INDEX "Recording_id_key" ON "Recording"("id");

-- CreateIndex
CREATE INDEX "Recording_username_number_idx" ON "Recording"("username", "number");
