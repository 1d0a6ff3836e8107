-- CreateTable
CREATE TABLE "AlertRule" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "metric" TEXT NOT NULL,
    "subject" TEXT,
    "comparison" TEXT NOT NULL,
    "threshold" REAL NOT NULL,
    "forSeconds" INTEGER NOT NULL,
    "repeatMinutes" INTEGER NOT NULL,
    "importance" TEXT NOT NULL,
    "quietFrom" INTEGER,
    "quietTo" INTEGER,
    "roleIds" JSONB NOT NULL,
    "userIds" JSONB NOT NULL,
    "ways" JSONB NOT NULL,
    "webhookIds" JSONB,
    "isEnabled" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateTable
CREATE TABLE "Alert" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ruleId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "comparison" TEXT NOT NULL,
    "importance" TEXT NOT NULL,
    "threshold" REAL NOT NULL,
    "value" REAL NOT NULL,
    "worst" REAL NOT NULL,
    "since" DATETIME NOT NULL,
    "firedAt" DATETIME NOT NULL,
    "resolvedAt" DATETIME,
    "sentAt" DATETIME,
    CONSTRAINT "Alert_ruleId_fkey" FOREIGN KEY ("ruleId") REFERENCES "AlertRule" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Alert_ruleId_idx" ON "Alert"("ruleId");

-- CreateIndex
CREATE INDEX "Alert_resolvedAt_firedAt_idx" ON "Alert"("resolvedAt", "firedAt");
