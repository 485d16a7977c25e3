import type { Collection } from "../../../core/collection.ts";
import { environmentNames } from "../../../core/primitives.ts";
import { useConsole } from "../../app/console-context.ts";
import { useHere } from "../../app/use-here.ts";
import { DialogFoot } from "../../parts/DialogFoot.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { useForm } from "../../parts/use-form.ts";
import { say } from "../../stores/toasts-store.ts";
import { refreshCollection } from "../part-ports.ts";
import { useDialogAddress, useQuery } from "../use-query.ts";

/** Asks before an environment stops serving a Collection: apps notice at once. */
export function UnpublishDialog({ collection }: { readonly collection: Collection }) {
  const console = useConsole();
  const { space, environment, canEdit } = useHere();
  const [query] = useQuery();
  const dialogs = useDialogAddress();
  const place = environmentNames[environment];
  const { version } = collection.status[environment];
  const close = () => dialogs.close({ unpublish: null });
  const form = useForm({
    send: async () => {
      const where = { spaceId: space.id, collectionId: collection.id };
      await console.client.call("unpublish", { params: { ...where, environment } });
      await refreshCollection(console, where);
      say(console.toasts, `${place} no longer serves ${collection.name}`);
      close();
    },
  });
  const leave = () => {
    form.clear();
    close();
  };
  if (query.unpublish !== "1" || !canEdit || version === null) return null;
  return (
    <Modal
      open
      onOpenChange={(open) => !open && leave()}
      title={`Unpublish ${collection.name} from ${place}`}
      about={`${place} serves version ${version} now.`}
    >
      <div className="dialog-body">
        <p className="consequence">
          Apps of {place} go on with their fallbacks at once. The draft and the history stay: publishing, or
          rolling back to version {version}, serves it again.
        </p>
        {form.error !== null && (
          <p className="consequence is-danger" role="alert">
            {form.error}
          </p>
        )}
      </div>
      <DialogFoot keep="Keep serving it" onKeep={leave}>
        <button type="button" className="btn btn-danger-fill" onClick={form.send}>
          Unpublish from {place}
        </button>
      </DialogFoot>
    </Modal>
  );
}
