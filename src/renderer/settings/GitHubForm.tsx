import { type FormEvent, useState } from "react";
import { useStore } from "zustand";
import type { GitHubClient, SettingsPatch } from "../../core/settings.ts";
import { ApiProblem, inWords } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Field } from "../parts/Field.tsx";
import { loadSettings } from "../stores/settings-store.ts";
import { say } from "../stores/toasts-store.ts";

/** The OAuth client with which the sign-in page offers GitHub. */
export function GitHubForm() {
  const { settings: store } = useConsole();
  const { ownsWorkspace } = useHere();
  const github = useStore(store, ({ settings }) => settings?.github);
  if (github === undefined) return null;
  if (!ownsWorkspace)
    return (
      <p className="direction">
        {github === null
          ? "Sign-in with GitHub is not set up."
          : `GitHub: ${github.baseUrl}, client ${github.clientId}.`}
      </p>
    );
  return <ClientForm key={github?.clientId ?? ""} github={github} />;
}

function ClientForm({ github }: { readonly github: GitHubClient | null }) {
  const [clientId, setClientId] = useState(github?.clientId ?? "");
  const [clientSecret, setClientSecret] = useState("");
  const [baseUrl, setBaseUrl] = useState(github?.baseUrl ?? "https://github.com");
  const { problem, save } = useSave();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save({ clientId: clientId.trim(), clientSecret, baseUrl: baseUrl.trim() });
  };
  return (
    <form className="set-form github-form" onSubmit={submit} noValidate>
      <h3 className="heading">Sign in with GitHub</h3>
      <CallbackLine />
      <TextField
        label="GitHub"
        value={baseUrl}
        onChange={setBaseUrl}
        hint="github.com, or your Enterprise server."
        error={at(problem, "baseUrl")}
      />
      <TextField
        label="Client ID"
        value={clientId}
        onChange={setClientId}
        hint="Of an OAuth app there."
        error={at(problem, "clientId")}
      />
      <TextField
        label="Client secret"
        value={clientSecret}
        onChange={setClientSecret}
        secret
        hint={
          github === null
            ? "Kept on this computer, never in git."
            : "Kept; type it again to change any of this."
        }
        error={at(problem, "clientSecret")}
      />
      <div className="btn-row">
        <button type="submit" className="btn" disabled={clientId.trim() === "" || clientSecret === ""}>
          {github === null ? "Offer GitHub" : "Save client"}
        </button>
        {github !== null && (
          <button type="button" className="btn btn-danger" onClick={() => void save(null)}>
            Offer it no longer
          </button>
        )}
      </div>
    </form>
  );
}

function CallbackLine() {
  const url = useStore(useConsole().server, ({ status }) => status?.platformUrl);
  if (url === undefined) return null;
  const callback = `${url}/oauth/github/callback`;
  return (
    <p className="set-inline">
      <span className="direction">Callback URL:</span>
      <span className="mono">{callback}</span>
      <CopyButton text={callback} label="Copy the callback URL" />
    </p>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint: string;
  readonly error: string | null;
  readonly secret?: boolean;
}

function TextField({ label, value, onChange, hint, error, secret = false }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(tie) => (
        <input
          {...tie}
          className="input mono"
          type={secret ? "password" : "text"}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function useSave() {
  const { settings: store, client, toasts } = useConsole();
  const [problem, setProblem] = useState<unknown>(null);
  const save = async (github: SettingsPatch["github"]) => {
    try {
      await client.call("updateSettings", { body: { github } });
      setProblem(null);
      say(toasts, github === null ? "GitHub is no longer offered" : "The sign-in page offers GitHub");
      await loadSettings(store, client);
    } catch (reason) {
      setProblem(reason);
    }
  };
  return { problem, save };
}

function at(problem: unknown, member: string): string | null {
  if (problem === null) return null;
  const errors = problem instanceof ApiProblem ? problem.errors : [];
  if (errors.length === 0) return member === "clientId" ? inWords(problem) : null;
  const found = errors.find(({ path }) => path.endsWith(member));
  return found === undefined ? null : `It ${found.detail}.`;
}
