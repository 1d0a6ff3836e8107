-- Made by a provider of OpenID Connect, where people may choose what they are called. Who was renamed by an administrator since cannot be told.
UPDATE "User" SET "choseName" = true
WHERE "id" IN (SELECT "userId" FROM "Identity" WHERE "isOrigin" = true AND "issuer" <> 'urn:filedeck:proxy');
