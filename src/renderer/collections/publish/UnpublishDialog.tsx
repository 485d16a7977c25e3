import { useState } from "react";
import type { Collection } from "../../../core/collection.ts";
import { environmentNames } from "../../../core/primitives.ts";
import { inWords } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { useHere } from "../../app/use-here.ts";
import { Modal } from "../../parts/Modal.tsx";
import { loadEnvironments } from "../../stores/environments-store.ts";
import { say } from "../../stores/toasts-store.ts";
import { refreshCollection } from "../part-ports.ts";
import { useQuery } from "../use-query.ts";

/** Asks before an environment stops serving a Collection: apps notice at once. */
export function UnpublishDialog({ collection }: { readonly collection: Collection }) {
  const console = useConsole();
  const { space, environment, canEdit } = useHere();
  const [query, setQuery] = useQuery();
  const [refusal, setRefusal] = useState<string | null>(null);
  const place = environmentNames[environment];
  const { version } = collection.status[environment];
  const close = () => {
    setRefusal(null);
    setQuery({ unpublish: null }, { replace: true });
  };
  const unpublish = async () => {
    const where = { spaceId: space.id, collectionId: collection.id };
    try {
      await console.client.call("unpublish", { params: { ...where, environment } });
      await refreshCollection(console, where);
      void loadEnvironments(console.environments, console.client, space.id);
      say(console.toasts, `${place} no longer serves ${collection.name}`);
      close();
    } catch (error) {
      setRefusal(inWords(error));
    }
  };
  if (query.unpublish !== "1" || !canEdit || version === null) return null;
  return (
    <Modal
      open
      onOpenChange={(open) => !open && close()}
      title={`Unpublish ${collection.name} from ${place}`}
      about={`${place} serves version ${version} now.`}
    >
      <div className="dialog-body">
        <p className="consequence">
          Apps of {place} go on with their fallbacks at once. The draft and the history stay: publishing, or
          rolling back to version {version}, serves it again.
        </p>
        {refusal !== null && (
          <p className="consequence is-danger" role="alert">
            {refusal}
          </p>
        )}
      </div>
      <div className="dialog-foot">
        <span className="spacer" />
        <button type="button" className="btn btn-quiet" onClick={close}>
          Keep serving it
        </button>
        <button type="button" className="btn btn-danger-fill" onClick={() => void unpublish()}>
          Unpublish from {place}
        </button>
      </div>
    </Modal>
  );
}
