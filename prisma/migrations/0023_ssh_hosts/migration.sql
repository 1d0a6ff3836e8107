-- CreateTable
CREATE TABLE "SshHost" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "folder" TEXT NOT NULL DEFAULT '',
    "tags" JSONB NOT NULL,
    "address" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "username" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "password" TEXT,
    "keyId" TEXT,
    "jumpId" TEXT,
    "keepAliveSeconds" INTEGER NOT NULL,
    "startFolder" TEXT NOT NULL DEFAULT '',
    "startCommand" TEXT NOT NULL DEFAULT '',
    "isPlace" BOOLEAN NOT NULL DEFAULT false,
    "roles" JSONB NOT NULL,
    "isSaved" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "SshHost_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SshHostKey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "addedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "SshHostKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SshForward" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "hostId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "bindAddress" TEXT NOT NULL,
    "bindPort" INTEGER NOT NULL,
    "targetAddress" TEXT NOT NULL,
    "targetPort" INTEGER NOT NULL,
    "isEnabled" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "SshForward_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "SshForward_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "SshHost" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "SshHost_userId_idx" ON "SshHost"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "SshHostKey_userId_address_key" ON "SshHostKey"("userId", "address");

-- CreateIndex
CREATE INDEX "SshForward_userId_idx" ON "SshForward"("userId");

-- CreateIndex
CREATE INDEX "SshForward_hostId_idx" ON "SshForward"("hostId");
