-- CreateTable
CREATE TABLE "MetricLayout" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "keys" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "MetricMinute" (
    "minute" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "layoutId" INTEGER NOT NULL,
    "figures" BLOB NOT NULL,
    "processes" TEXT
);

-- CreateTable
CREATE TABLE "MetricQuarter" (
    "quarter" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "layoutId" INTEGER NOT NULL,
    "figures" BLOB NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "MetricLayout_keys_key" ON "MetricLayout"("keys");
