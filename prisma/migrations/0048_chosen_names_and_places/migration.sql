-- AlterTable
ALTER TABLE "AppPassword" ADD COLUMN "rootPlace" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN "choseName" BOOLEAN NOT NULL DEFAULT false;
