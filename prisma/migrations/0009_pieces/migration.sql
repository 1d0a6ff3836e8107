-- AlterTable
ALTER TABLE "Upload" ADD COLUMN "concat" TEXT;
