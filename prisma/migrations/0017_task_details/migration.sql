-- CreateTable
CREATE TABLE "TaskDetail" (
    "taskId" TEXT NOT NULL PRIMARY KEY,
    "input" JSONB NOT NULL,
    "outcome" JSONB NOT NULL,
    CONSTRAINT "TaskDetail_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- What lists do not show moves there.
INSERT INTO "TaskDetail" ("taskId", "input", "outcome")
SELECT "id", "input", json_object('failures', json(coalesce("progress" -> '$.failures', '[]')), 'result', json(coalesce("progress" -> '$.result', 'null')))
FROM "Task";

-- AlterTable
ALTER TABLE "Task" ADD COLUMN "words" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Task" ADD COLUMN "seenAt" DATETIME;
ALTER TABLE "Task" DROP COLUMN "input";

-- What went wrong before there was a place to tell of it is no news.
UPDATE "Task" SET
    "words" = lower(coalesce("progress" ->> '$.title', '')),
    "seenAt" = "finishedAt",
    "progress" = json_set(
        json_remove("progress", '$.result'),
        '$.failures',
        (SELECT json_group_array(json("value")) FROM (SELECT "value" FROM json_each("progress", '$.failures') LIMIT 3))
    );
