-- AlterTable
ALTER TABLE "SshHost" ADD COLUMN "allowsOld" BOOLEAN NOT NULL DEFAULT false;
