import { useState } from "react";
import type { Collection } from "../../../core/collection.ts";
import { etagOf } from "../../../core/etag.ts";
import { environmentNames } from "../../../core/primitives.ts";
import { inWords, isGone } from "../../api/api-problem.ts";
import { useConsole } from "../../page/console-context.ts";
import { versionQuery } from "../../page/reads.ts";
import { useHere } from "../../page/use-here.ts";
import { FormDialog, FormRefusal } from "../../parts/FormDialog.tsx";
import { useAddressQuery, useDialogAddress } from "../../parts/use-address-query.ts";
import { useForm } from "../../parts/use-form.ts";
import { say } from "../../stores/toasts-store.ts";
import { changeListed, withState } from "../part-ports.ts";
import { isStale, LookAgain } from "./publish-words.ts";

/** Asks before an environment stops serving a Collection: apps notice at once. */
export function UnpublishDialog({ collection }: { readonly collection: Collection }) {
  const { environment, canEdit } = useHere();
  const [query] = useAddressQuery();
  const isAsked = query.unpublish === "1" && canEdit;
  return isAsked && <UnpublishForm key={environment} collection={collection} />;
}

const unpublished = { state: "unpublished", version: null, publishedAt: null } as const;

function UnpublishForm({ collection }: { readonly collection: Collection }) {
  const console = useConsole();
  const { space, environment } = useHere();
  const dialogs = useDialogAddress();
  const place = environmentNames[environment];
  const act = `Unpublish from ${place}`;
  const where = { spaceId: space.id, collectionId: collection.id };
  // The one that is looked at, until one is told of another: once it is unpublished there is none.
  const [version, look] = useState(collection.status[environment].version);
  const close = () => dialogs.close({ unpublish: null });
  const unpublish = async (seen: number) => {
    const query = versionQuery(console.client, { ...where, environment, version: seen });
    // A restore may have put another one in its place.
    const ifMatch = etagOf(await console.queries.fetchQuery({ ...query, staleTime: 0 }));
    await console.client.call("unpublish", { params: { ...where, environment }, ifMatch });
  };
  /** What is served now, in place of what was looked at. @throws LookAgain for whoever presses again */
  const lookAgain = async () => {
    const all = await console.queries.fetchQuery({ ...console.collections.query(space.id), staleTime: 0 });
    const now = all.find(({ id }) => id === collection.id);
    const newer = now?.status[environment].version ?? null;
    if (newer === null) throw new LookAgain(`${place} serves ${collection.name} no more.`);
    look(newer);
    throw new LookAgain(
      `Version ${newer} was published since you looked, so nothing was unpublished. Press “${act}” again to take that one away.`,
    );
  };
  const form = useForm({
    send: async () => {
      if (version === null) return {};
      try {
        await unpublish(version);
      } catch (reason) {
        // What one looked at may not even be in the history any more.
        if (!isStale(reason) && !isGone(reason)) throw reason;
        await lookAgain();
      }
      changeListed(console, where, (known) => withState(known, environment, unpublished));
      say(console.toasts, `${place} no longer serves ${collection.name}`);
      return { show: close };
    },
    refused: (reason) => ({ words: reason instanceof LookAgain ? reason.message : inWords(reason) }),
    failure: `${collection.name} was not unpublished.`,
  });
  if (version === null) return null;
  return (
    <FormDialog
      form={form}
      onClose={close}
      title={`Unpublish ${collection.name} from ${place}`}
      about={`${place} serves version ${version} now.`}
      act={act}
      look="danger-fill"
    >
      <p className="consequence">
        Apps of {place} go on with their fallbacks at once. The draft and the history stay: publishing, or
        rolling back to version {version}, serves it again.
      </p>
      <FormRefusal error={form.fieldError} />
    </FormDialog>
  );
}
