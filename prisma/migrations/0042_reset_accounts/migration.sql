-- AlterTable
ALTER TABLE "User" ADD COLUMN "resetAt" DATETIME;
