import { hashKey, type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import type { PlatformApi } from "../../../core/api.ts";
import type { Collection } from "../../../core/collection.ts";
import { environmentNames } from "../../../core/primitives.ts";
import type { Publication } from "../../../core/publication.ts";
import type { RouteAnswer } from "../../../core/route.ts";
import { inWords } from "../../api/api-problem.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { ProblemLine } from "../../parts/Field.tsx";
import { Empty, Failed, SkeletonRows } from "../../parts/PageState.tsx";
import { ColumnHeads } from "../../parts/Table.tsx";
import { useAddressQuery, useDialogAddress } from "../../parts/use-address-query.ts";
import { When } from "../../parts/When.tsx";
import { useTakeIntoDraft } from "../use-take-into-draft.ts";
import { VersionDialog } from "./VersionDialog.tsx";

/** Every version that this environment served of a Collection; each can be looked into, and come back. */
export function History({ collection }: { readonly collection: Collection }) {
  const { environment, canEdit } = useHere();
  const [query] = useAddressQuery();
  const dialogs = useDialogAddress();
  const take = useTakeIntoDraft(collection);
  const { data, error, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    usePublications(collection);
  const all = data?.pages.flatMap((page) => page.data) ?? null;
  const place = environmentNames[environment];
  if (error !== null && all === null)
    return (
      <Failed
        page
        title="The history could not be loaded"
        reason={inWords(error)}
        onRetry={() => void refetch()}
      />
    );
  if (all === null) return <SkeletonRows rows={2} />;
  if (all.length === 0)
    return (
      <Empty
        page
        title={`${collection.name} was never published to ${place}`}
        action={
          canEdit ? (
            <Button onClick={() => dialogs.open({ publish: "draft" })}>Publish to {place}…</Button>
          ) : undefined
        }
      >
        Each publication is kept here as a version, with who made it and why, so that it can come back.
      </Empty>
    );
  return (
    <>
      <HistoryTable collection={collection} all={all} />
      {hasNextPage && (
        <div className="scn-add">
          <span className="gutter" />
          <Button look="quiet" small onClick={() => void fetchNextPage()}>
            Show older versions
          </Button>
          {isFetchNextPageError && <ProblemLine as="span">{inWords(error)}</ProblemLine>}
        </div>
      )}
      {query.version !== undefined && (
        <VersionDialog
          collection={collection}
          version={Number(query.version)}
          publishedAt={all.find(({ version }) => version === Number(query.version))?.publishedAt}
          take={take}
          onClose={() => dialogs.close({ version: null })}
        />
      )}
    </>
  );
}

type Versions = InfiniteData<RouteAnswer<PlatformApi["listPublications"]>, string | undefined>;

/** What was published of a Collection in this environment, newest first, page by page. */
function usePublications({ id, status }: Collection) {
  const { client } = useConsole();
  const { space, environment } = useHere();
  const read = { params: { spaceId: space.id, collectionId: id }, query: { environment } };
  const asked = { ...read, pages: "some" };
  // A newer publication, also one made elsewhere, is another question.
  const { publishedAt } = status[environment];
  return useInfiniteQuery({
    queryKey: ["listPublications", asked, publishedAt],
    placeholderData: (known: Versions | undefined, of) =>
      hashKey([of?.queryKey[1]]) === hashKey([asked]) ? known : undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      client.call("listPublications", { ...read, query: { environment, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

interface HistoryTableProps {
  readonly collection: Collection;
  readonly all: readonly Publication[];
}

function HistoryTable({ collection, all }: HistoryTableProps) {
  const { environment, canEdit } = useHere();
  const dialogs = useDialogAddress();
  const served = collection.status[environment].version;
  return (
    <table className="list-table has-gutter history">
      <caption className="sr">Versions in {environmentNames[environment]}, newest first</caption>
      <ColumnHeads of={[{ unseen: "Version" }, "Published", "By", "Note", { unseen: "Actions" }]} />
      <tbody>
        {all.map(({ id, version, publishedAt, publishedBy, note }) => (
          <tr key={id} className={version === served ? "is-current" : ""}>
            <th scope="row" className="num">
              {version}
            </th>
            <td className="num">
              <When at={publishedAt} />
              {version === served && <span className="badge badge-env">Served now</span>}
            </td>
            <td className="truncate">{publishedBy}</td>
            <td className="truncate" title={note ?? undefined}>
              {note ?? <span className="direction">no note</span>}
            </td>
            <td>
              <span className="row-actions">
                <Button
                  look="quiet"
                  small
                  aria-label={`Show version ${version}`}
                  onClick={() => dialogs.open({ version: String(version) })}
                >
                  Show
                </Button>
                {canEdit && version !== served && (
                  <Button
                    small
                    aria-label={`Roll back to version ${version}…`}
                    onClick={() => dialogs.open({ publish: String(version) })}
                  >
                    Roll back…
                  </Button>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
