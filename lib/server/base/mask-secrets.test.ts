import { expect, test } from "vitest";
import { maskSecrets } from "./mask-secrets";

test.each([
  ["rw,password=Tr0ub&dor;x,uid=3", "rw,password=***,uid=3"],
  ["run --api-key=x /srv", "run --api-key=*** /srv"],
  ["--env=PASSWORD=abc --set=auth.password=abc", "--env=PASSWORD=*** --set=auth.password=***"],
  ["--webhook=https://h/?token=abc", "--webhook=https://h/?token=***"],
  ["MYSQL_PWD=abc mysql -u root", "MYSQL_PWD=*** mysql -u root"],
  ["password='my secret pw' x", "password=*** x"],
  ["redis --requirepass abc --port 1", "redis --requirepass *** --port 1"],
  ["curl -H 'Authorization: Bearer abc' https://a", "curl -H 'Authorization: ***' https://a"],
  [`{"user":"a","password":"abc"}`, `{"user":"a","password":***}`],
  ["https://user:abc@dav.example/ /m davfs rw", "https://***@dav.example/ /m davfs rw"],
  ["user=bob%abc,uid=1", "user=bob%***,uid=1"],
  ["//a/b /mnt cifs Credentials=/root/c,uid=0 0 0", "//a/b /mnt cifs Credentials=***,uid=0 0 0"],
  ["username=a,uid=1", "username=a,uid=1"],
  ["tar -c --exclude cache /srv", "tar -c --exclude cache /srv"],
  ["UUID=1234 / ext4 defaults 0 1", "UUID=1234 / ext4 defaults 0 1"],
])("%s is told as %s", (text, told) => {
  expect(maskSecrets(text)).toBe(told);
});

test.each(["pass", "a", "key=", "pass ", "-p ", "//", "user=", `"key"`, "--key ", "a:", " "])(
  "a long text of %s is read to its end",
  (part) => {
    expect(maskSecrets(`${part.repeat(400_000 / part.length)}\ntoken=abc`)).toMatch(/\*\*\*$/);
  },
);
