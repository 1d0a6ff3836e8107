import { describe, expect, it } from "vitest";
import { dropLimits, noLimits, type Share } from "@/lib/contracts/share";
import { draftOf, newShare, problemsOf, settingsOf } from "./share-draft";

const share: Share = {
  id: "abc",
  link: "summer",
  owner: "root",
  mode: "upload",
  state: "active",
  title: "Summer",
  note: "",
  items: [],
  missing_count: 0,
  item_count: 0,
  limits: { max_files: 3, max_bytes: 5 * 1024 * 1024, extensions: ["jpg", "png"] },
  has_password: true,
  expires_at: 500,
  max_downloads: null,
  visits: 0,
  downloads: 0,
  uploads: 0,
  uploaded_bytes: 0,
  created_at: 1,
  last_used_at: null,
};

describe("a share's form", () => {
  it("gives back what a share has, as long as nothing is changed", () => {
    expect(settingsOf(draftOf(share), share, 1000)).toEqual({
      mode: "upload",
      title: "Summer",
      note: "",
      link: "summer",
      expires_at: 500,
      max_downloads: null,
      limits: share.limits,
    });
  });

  it("counts days from now and knows no end", () => {
    expect(settingsOf({ ...newShare, expiry: "7" }, null, 1000).expires_at).toBe(1000 + 7 * 86_400_000);
    expect(settingsOf(newShare, null, 1000).expires_at).toBeNull();
  });

  it("ends with the chosen day, where the user is, and not before now", () => {
    const draft = { ...newShare, expiry: "date", expiryDate: "2030-02-28" };
    expect(settingsOf(draft, null, 0).expires_at).toBe(new Date(2030, 1, 28, 23, 59, 59, 999).getTime());
    expect(problemsOf(draft, new Date(2030, 1, 28, 12).getTime())).toEqual({});
    expect(problemsOf(draft, new Date(2030, 2, 1).getTime())).toEqual({ expiryDate: true });
    expect(problemsOf({ ...draft, expiryDate: "" }, 0)).toEqual({ expiryDate: true });
    expect(problemsOf({ ...draft, expiry: "7", expiryDate: "" }, 0)).toEqual({});
  });

  it("keeps, sets and removes a password", () => {
    expect(settingsOf(newShare, null, 0)).not.toHaveProperty("password");
    expect(settingsOf({ ...newShare, password: "x" }, null, 0).password).toBe("x");
    expect(settingsOf({ ...newShare, isPasswordRemoved: true }, share, 0).password).toBeNull();
  });

  it("asks only for the limits of its kind", () => {
    const odd = { ...newShare, maxDownloads: "0", maxFiles: "1.5", maxMegabytes: "-2", link: "a b" };
    expect(problemsOf(odd, 0)).toEqual({ link: true, maxDownloads: true });
    expect(problemsOf({ ...odd, mode: "upload" }, 0)).toEqual({ link: true, maxFiles: true, maxMegabytes: true });
    expect(problemsOf(newShare, 0)).toEqual({});
  });

  it("bounds a new drop box unless its fields are emptied, and no other share", () => {
    const box = { ...newShare, mode: "upload" } as const;
    expect(settingsOf(box, null, 0).limits).toEqual(dropLimits);
    expect(settingsOf({ ...box, maxFiles: "", maxMegabytes: "" }, null, 0).limits).toEqual(noLimits);
    expect(settingsOf(newShare, null, 0).limits).toEqual(noLimits);
  });

  it("takes extensions as people write them", () => {
    const { limits } = settingsOf({ ...newShare, mode: "upload", extensions: ".PDF, jpg;png" }, null, 0);
    expect(limits?.extensions).toEqual(["pdf", "jpg", "png"]);
  });
});
