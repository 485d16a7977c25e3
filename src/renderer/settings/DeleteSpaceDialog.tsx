import { useState } from "react";
import { useLocation } from "wouter";
import { useConsole } from "../page/console-context.ts";
import { dropSpace } from "../page/reads.ts";
import { useHere } from "../page/use-here.ts";
import { FormDialog } from "../parts/FormDialog.tsx";
import { TextField } from "../parts/TextField.tsx";
import { useForm } from "../parts/use-form.ts";
import { say } from "../stores/toasts-store.ts";

/** Asks before what cannot be undone: the Space goes with its users and events. */
export function DeleteSpaceDialog({ onClose }: { readonly onClose: () => void }) {
  const console = useConsole();
  const { client, toasts } = console;
  const { space } = useHere();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const form = useForm({
    send: async () => {
      await client.call("deleteSpace", { params: { spaceId: space.id } });
      dropSpace(console, space);
      say(toasts, `Deleted “${space.name}”`);
      // Its pages are gone with it, wherever in it one is by now.
      if (location.pathname.split("/")[2] === encodeURIComponent(space.key)) navigate("/");
      return {};
    },
    failure: `“${space.name}” was not deleted.`,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Delete ${space.name}`}
      about="Its Collections, Tribes and personas, the users and events of all three environments, and their API keys. This cannot be undone."
      keep="Keep the Space"
      act={`Delete ${space.name} for good`}
      look="danger-fill"
      disabled={typed !== space.key}
    >
      <TextField
        label={`Type ${space.key} to go on`}
        code
        error={form.error}
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
