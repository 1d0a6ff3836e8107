import PostalMime, { type Address, type Attachment } from "postal-mime";
import { cleanTree } from "./clean-tree";
import { CannotShow, serveFrame, type FrameTools } from "./frame-host";
import { make, makeButton } from "./make-element";

const maxAttachments = 200;

/** An e-mail: who, when, what, and what was attached. Pictures from elsewhere are never fetched: the frame reaches no host. */
serveFrame(async ({ bytes }, stage, tools) => {
  const { word, look } = tools;
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 64 });
  if (mail.headers.length === 0) throw new CannotShow("damaged");
  const sentAt = mail.date === undefined ? Number.NaN : Date.parse(mail.date);
  const facts: [string, string][] = [
    ["from", mail.from === undefined ? "" : addressText(mail.from)],
    ["to", (mail.to ?? []).map(addressText).join(", ")],
    ["cc", (mail.cc ?? []).map(addressText).join(", ")],
    ["replyTo", (mail.replyTo ?? []).map(addressText).join(", ")],
    [
      "date",
      Number.isNaN(sentAt)
        ? (mail.date ?? "")
        : new Intl.DateTimeFormat(look.locale, { dateStyle: "full", timeStyle: "short" }).format(sentAt),
    ],
  ];
  const list = make(
    "dl",
    {},
    facts
      .filter(([, text]) => text !== "")
      .flatMap(([key, text]) => [
        make("dt", { textContent: word(key) }),
        make("dd", { textContent: text, dir: "auto" }),
      ]),
  );
  const body = mail.html === undefined ? plainBody(mail.text ?? "") : htmlBody(mail.html, mail.attachments);
  const isRemote =
    mail.html !== undefined &&
    /\b(?:src|background)\s*=\s*["']?\s*(?:https?:)?\/\/|url\(\s*["']?(?:https?:)?\/\//i.test(mail.html);
  const article = make("article", { className: "mail" }, [
    make("h1", { textContent: mail.subject ?? word("noSubject"), dir: "auto" }),
    list,
    ...attachments(mail.attachments, tools),
    ...(isRemote ? [make("p", { className: "note", textContent: word("remoteImages") })] : []),
    body,
  ]);
  stage.replaceChildren(
    make("div", { className: "scroll", tabIndex: 0, role: "document", label: word("document") }, [article]),
  );
});

function addressText(address: Address): string {
  if (address.group !== undefined) return `${address.name}: ${address.group.map(addressText).join(", ")}`;
  return address.name === "" ? address.address : `${address.name} <${address.address}>`;
}

function plainBody(text: string): HTMLElement {
  return make("div", { className: "body" }, [make("pre", { textContent: text, dir: "auto" })]);
}

/** In a tree of its own, so that its styles stay with it. */
function htmlBody(html: string, parts: readonly Attachment[]): HTMLElement {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const image of parsed.querySelectorAll("img[src^='cid:' i]")) {
    const id = decodeURIComponent((image.getAttribute("src") ?? "").slice("cid:".length));
    const part = parts.find(({ contentId }) => contentId === `<${id}>`);
    if (part === undefined || !part.mimeType.startsWith("image/")) continue;
    image.setAttribute("src", URL.createObjectURL(new Blob([contentOf(part)], { type: part.mimeType })));
  }
  cleanTree(parsed);
  const host = make("div", { className: "body paper" });
  host.attachShadow({ mode: "open" }).append(document.importNode(parsed.documentElement, true));
  return host;
}

function attachments(all: readonly Attachment[], { word, save }: FrameTools): HTMLElement[] {
  const shown = all.filter(({ related }) => related !== true).slice(0, maxAttachments);
  if (shown.length === 0) return [];
  const items = shown.map((part) => {
    const name = part.filename ?? word("unnamed");
    return make("li", {}, [
      makeButton(`⤓ ${name}`, () => save(name, contentOf(part)), word("saveAttachment", { name })),
    ]);
  });
  return [make("ul", { label: word("attachments") }, items)];
}

function contentOf({ content }: Attachment): ArrayBuffer {
  if (content instanceof ArrayBuffer) return content.slice(0);
  return new TextEncoder().encode(String(content)).buffer; // only as `attachmentEncoding` of which we make no use
}
