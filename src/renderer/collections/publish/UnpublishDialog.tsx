import { useState } from "react";
import type { Collection } from "../../../core/collection.ts";
import { environmentNames } from "../../../core/primitives.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere } from "../../page/use-here.ts";
import { FormDialog, FormRefusal } from "../../parts/FormDialog.tsx";
import { useAddressQuery, useDialogAddress } from "../../parts/use-address-query.ts";
import { useForm } from "../../parts/use-form.ts";
import { say } from "../../stores/toasts-store.ts";

/** Asks before an environment stops serving a Collection: apps notice at once. */
export function UnpublishDialog({ collection }: { readonly collection: Collection }) {
  const { environment, canEdit } = useHere();
  const [query] = useAddressQuery();
  const isAsked = query.unpublish === "1" && canEdit;
  return isAsked && <UnpublishForm key={environment} collection={collection} />;
}

function UnpublishForm({ collection }: { readonly collection: Collection }) {
  const console = useConsole();
  const { space, environment } = useHere();
  const dialogs = useDialogAddress();
  const place = environmentNames[environment];
  // As it is when it is asked: none is served while the answer is on its way to the page.
  const [version] = useState(collection.status[environment].version);
  const close = () => dialogs.close({ unpublish: null });
  const form = useForm({
    send: async () => {
      const where = { spaceId: space.id, collectionId: collection.id };
      await console.client.call("unpublish", { params: { ...where, environment } });
      await console.collections.load(space.id);
      say(console.toasts, `${place} no longer serves ${collection.name}`);
      return { show: close };
    },
    failure: `${collection.name} was not unpublished.`,
  });
  if (version === null) return null;
  return (
    <FormDialog
      form={form}
      onClose={close}
      title={`Unpublish ${collection.name} from ${place}`}
      about={`${place} serves version ${version} now.`}
      keep="Keep serving it"
      act={`Unpublish from ${place}`}
      look="danger-fill"
    >
      <p className="consequence">
        Apps of {place} go on with their fallbacks at once. The draft and the history stay: publishing, or
        rolling back to version {version}, serves it again.
      </p>
      <FormRefusal error={form.error} />
    </FormDialog>
  );
}
