-- AlterTable
ALTER TABLE "Audit" ADD COLUMN "changes" TEXT NOT NULL DEFAULT '';
