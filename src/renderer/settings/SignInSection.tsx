import { type FormEvent, useState } from "react";
import { ApiProblem, inWords } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { Field } from "../parts/Field.tsx";
import { say } from "../stores/toasts-store.ts";
import { GitHubForm } from "./GitHubForm.tsx";
import { Section } from "./Section.tsx";

/** How people sign in at this computer: with a passphrase, and with GitHub. */
export function SignInSection() {
  return (
    <Section
      title="Signing in"
      about="for the command line and for other programs; the console itself opens from your terminal"
    >
      <PassphraseForm />
      <GitHubForm />
    </Section>
  );
}

function PassphraseForm() {
  const { client, toasts } = useConsole();
  const [passphrase, setPassphrase] = useState("");
  const [error, setError] = useState<string | null>(null);
  const set = async (wanted: string | null) => {
    try {
      await client.call("setPassphrase", { body: { passphrase: wanted } });
      setPassphrase("");
      setError(null);
      say(toasts, wanted === null ? "Your account signs in without a passphrase" : "Your passphrase is set");
    } catch (reason) {
      const about = reason instanceof ApiProblem ? reason.errors[0] : undefined;
      setError(about === undefined ? inWords(reason) : `It ${about.detail}.`);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (passphrase === "") return setError("Type one first: at least 8 characters.");
    void set(passphrase);
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
            <button type="button" className="btn btn-quiet" onClick={() => void set(null)}>
              Use none
            </button>
          </span>
        )}
      </Field>
    </form>
  );
}
