-- CreateTable
CREATE TABLE "NavBoard" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT,
    "roleId" TEXT,
    "content" JSONB NOT NULL,
    "version" INTEGER NOT NULL,
    CONSTRAINT "NavBoard_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "NavBoard_roleId_fkey" FOREIGN KEY ("roleId") REFERENCES "Role" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "NavBoard_userId_key" ON "NavBoard"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "NavBoard_roleId_key" ON "NavBoard"("roleId");
