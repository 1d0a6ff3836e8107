-- AlterTable
ALTER TABLE "Session" ADD COLUMN "viewAsId" TEXT;
