import type { FormEvent } from "react";
import { ApiProblem, inWords } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { Field } from "../parts/Field.tsx";
import { useForm } from "../parts/use-form.ts";
import { useTypedForm } from "../parts/use-typed-form.ts";
import { say } from "../stores/toasts-store.ts";
import { GitHubForm } from "./GitHubForm.tsx";
import { Section } from "./Section.tsx";

/** How people sign in at this computer: with a passphrase, and with GitHub. */
export function SignInSection() {
  return (
    <Section
      id="sign-in"
      about="for the command line and for other programs; the console itself opens from your terminal"
    >
      <PassphraseForm />
      <GitHubForm />
    </Section>
  );
}

const removal = "passphrase";

function PassphraseForm() {
  const { client, removals, toasts } = useConsole();
  const kept = useTypedForm("passphrase");
  const [passphrase, setPassphrase] = kept.field("passphrase");
  const { error, send } = useForm({
    missing: () => (passphrase === "" ? "Type one first: at least 8 characters." : null),
    send: async () => {
      removals.undo(removal);
      await client.call("setPassphrase", { body: { passphrase } });
      kept.forget();
      say(toasts, "Your passphrase is set");
      return {};
    },
    refused: (reason) => {
      const about = reason instanceof ApiProblem ? reason.errors[0] : undefined;
      return { words: about === undefined ? inWords(reason) : `It ${about.detail}.` };
    },
    failure: "Your passphrase was not set.",
  });
  const takeAway = () =>
    removals.offer({
      key: removal,
      said: "Your account signs in without a passphrase",
      refused: "Your passphrase is still needed.",
      remove: (options) => client.call("setPassphrase", { body: { passphrase: null }, ...options }),
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form className="set-form" onSubmit={submit} noValidate>
      <Field
        label="Your passphrase"
        error={error}
        hint="Until you set one, whoever opens the sign-in page on this computer can sign in as you."
      >
        {(tie) => (
          <span className="set-inline">
            <input
              {...tie}
              className="input"
              type="password"
              autoComplete="new-password"
              value={passphrase}
              onChange={(event) => setPassphrase(event.target.value)}
            />
            <button type="submit" className="btn">
              Set passphrase
            </button>
            <button type="button" className="btn btn-quiet" onClick={takeAway}>
              Use none
            </button>
          </span>
        )}
      </Field>
    </form>
  );
}
