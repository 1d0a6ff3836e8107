-- AlterTable
ALTER TABLE "Trash" ADD COLUMN "versionFile" TEXT;
