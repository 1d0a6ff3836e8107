import { shownName } from "@/lib/shared/shown-name";

/** The browser's title for the page; React moves it into the head, in the language of the moment. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${shownName(title)} · Filedeck`}</title>;
}
