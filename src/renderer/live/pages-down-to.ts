import type { EventPage } from "../../core/event.ts";

/** Pages read to close the gap to what is shown; a longer gap starts the list anew from the top. */
const pagesToJoin = 5;

type ReadPage = (query: { readonly after: number; readonly cursor?: string }) => Promise<EventPage>;

/** What came after a sequence, the newest first, page by page until it is reached or the gap is too long to be closed. */
export async function pagesDownTo(sequence: number, readPage: ReadPage): Promise<readonly EventPage[]> {
  const pages: EventPage[] = [];
  let cursor: { readonly cursor: string } | undefined;
  while (pages.length < pagesToJoin) {
    const read = await readPage({ ...cursor, after: sequence });
    pages.push(read);
    const lowest = read.data.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
    if (read.next === null || lowest <= sequence) break;
    cursor = { cursor: read.next };
  }
  return pages;
}
