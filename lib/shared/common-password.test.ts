import { expect, test } from "vitest";
import { isCommonPassword } from "./common-password";

const names = ["miriam", "Filedeck"];

test.each(
  `password Password1 P@ssw0rd P4$$word! password123 123password! 12345678 87654321 123456789 11111111 aaaaaaaaa abababab
  abc123abc123 qwertyuiop qwertz123 QWERTY123! asdfghjkl abcdefgh 1q2w3e4r abcd1234 admin123 Administrator! letmein123
  changeme! filedeck Filedeck1 F1ledeck filedeckfiledeck miriam123 MIRIAM!! m1r1am2024 iloveyou iloveyou2 passwordpassword
  welcome1 summer2025 ２０２４password passwort1 motdepasse1 contraseña1 00000000 123123123 zxcvbnm1 987654321 trustno1`.split(
    /\s+/,
  ),
)("%s is refused", (password) => {
  expect(isCommonPassword(password, names)).toBe(true);
});

test.each([
  "correct-horse-battery",
  "a-good-password-1",
  "long-enough-1",
  "another-password-1",
  "my filedeck at home",
  "Xk7pQ2vL",
  "miriam likes tea",
  "九条河原町の猫は眠る",
  "x".repeat(200) + "1-2-y",
])("%s is taken", (password) => {
  expect(isCommonPassword(password, names)).toBe(false);
});
