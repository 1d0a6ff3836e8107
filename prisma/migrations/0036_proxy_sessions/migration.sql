-- AlterTable
ALTER TABLE "Session" ADD COLUMN "proxyName" TEXT;
