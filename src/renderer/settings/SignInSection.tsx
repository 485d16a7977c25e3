import type { FormEvent } from "react";
import type { GitHubClientTold, SettingsPatch } from "../../core/settings.ts";
import { inWords, reasonAt, reasonOfAll } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { useIsPublic, useStatus } from "../page/reads.ts";
import { useHere } from "../page/use-here.ts";
import { useHidden } from "../page/use-list.ts";
import { useRoute } from "../page/use-route.ts";
import { Button } from "../parts/Button.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Field, TextField } from "../parts/Field.tsx";
import { useForm, useRefusal, useTypedForm } from "../parts/use-form.ts";
import { say } from "../stores/toasts-store.ts";
import { Section } from "./Section.tsx";
import { githubRemoval, offerGitHub, removeGitHub } from "./workspace-settings.ts";

/** How people sign in: with a passphrase, and with GitHub. */
export function SignInSection() {
  const about = useIsPublic()
    ? "for the console, the command line and other programs"
    : "for the command line and for other programs; the console itself opens from your terminal";
  return (
    <Section id="sign-in" about={about}>
      <OwnId />
      <PassphraseForm />
      <GitHubForm />
    </Section>
  );
}

/** What an owner of another Organization adds this person by. */
function OwnId() {
  const { id } = useHere().me.account;
  return (
    <p className="set-inline small">
      <span className="direction">Your account’s id, for whoever adds you to another Organization:</span>
      <span className="mono">{id}</span>
      <CopyButton text={id} label="Copy your account’s id" />
    </p>
  );
}

const removal = "passphrase";

function PassphraseForm() {
  const { client, pageForms, removals, toasts } = useConsole();
  const { me } = useHere();
  const { hasPassphrase } = useRoute("getMe", {}).data ?? me;
  const everywhere = useIsPublic();
  const github = useGitHub();
  const kept = useTypedForm("passphrase", pageForms);
  const [passphrase, setPassphrase] = kept.field("passphrase");
  const [typed, setCurrent] = kept.field("current");
  const current = hasPassphrase ? { current: typed } : {};
  const { error, send } = useForm({
    missing: () => (passphrase === "" ? "Type one first: at least 8 characters." : null),
    send: async () => {
      removals.undo(removal);
      await client.call("setPassphrase", { body: { passphrase, ...current } });
      kept.forget();
      say(toasts, "Your passphrase is set");
      return {};
    },
    refused: (reason) => ({ words: reasonAt(reason, "") ?? inWords(reason) }),
    failure: "Your passphrase was not set.",
  });
  const takeAway = () =>
    removals.offer({
      key: removal,
      said: "Your account signs in without a passphrase",
      refused: "Your passphrase is still needed.",
      remove: (options) =>
        client.call("setPassphrase", { body: { passphrase: null, ...current }, ...options }),
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form className="set-form" onSubmit={submit} noValidate>
      {hasPassphrase && (
        <TextField
          label="The passphrase you have now"
          type="password"
          hint="Needed to change or remove it."
          value={typed}
          onChange={setCurrent}
        />
      )}
      <Field
        label="Your passphrase"
        error={error}
        hint={
          hasPassphrase
            ? "What the sign-in page asks you for."
            : everywhere
              ? `Until you set one, ${github ? "GitHub or " : ""}the code of an invitation is your way in.`
              : "Until you set one, whoever opens the sign-in page on this computer can sign in as you."
        }
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
            <Button type="submit">Set passphrase</Button>
            {hasPassphrase && (
              <Button look="quiet" onClick={takeAway}>
                Remove passphrase
              </Button>
            )}
          </span>
        )}
      </Field>
    </form>
  );
}

/** As the sign-in page offers it; null where it does not, and undefined until that is known. */
function useGitHub(): GitHubClientTold | null | undefined {
  const { data: settings } = useRoute("getSettings", {});
  return useHidden().has(githubRemoval) ? null : settings?.github;
}

/** The OAuth client with which the sign-in page offers GitHub. */
function GitHubForm() {
  const { ownsWorkspace } = useHere();
  const github = useGitHub();
  if (github === undefined) return null;
  if (!ownsWorkspace)
    return (
      <p className="direction">
        {github === null
          ? "Sign-in with GitHub is not set up."
          : `GitHub: ${github.baseUrl}, client ${github.clientId}.`}
      </p>
    );
  return <ClientForm github={github} />;
}

/** Where the secret of the client is, in words; null where there is none yet. `away`: for whoever does not sit at the server. */
function secretHint(secret: GitHubClientTold["secret"] | null, away: boolean): string {
  const again = "; type it again to change any of this.";
  switch (secret) {
    case null:
      return `Kept on ${away ? "the server" : "this computer"}, never in git.`;
    case "file":
      return `Kept in a file that only ${away ? "the server" : "you"} can read${again}`;
    case "keychain":
      return `Kept, sealed by ${away ? "the server" : "this computer"}'s keychain${again}`;
    case "locked":
      return "Sealed by the desktop app, so GitHub can't be used now. Start the app, or type it again.";
    default:
      return secret satisfies never;
  }
}

function ClientForm({ github }: { readonly github: GitHubClientTold | null }) {
  const console = useConsole();
  const kept = useTypedForm("github");
  const [clientId, setClientId] = kept.field("clientId", github?.clientId);
  const [baseUrl, setBaseUrl] = kept.field("baseUrl", github?.baseUrl ?? "https://github.com");
  const secret = useTypedForm("github", console.pageForms);
  const [clientSecret, setClientSecret] = secret.field("clientSecret");
  const { problem, save } = useSave(() => {
    kept.forget();
    secret.forget();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save({ clientId: clientId.trim(), clientSecret, baseUrl: baseUrl.trim() });
  };
  return (
    <form className="set-form" onSubmit={submit} noValidate>
      <h3 className="heading">Sign in with GitHub</h3>
      <CallbackLine />
      <TextField
        code
        label="GitHub"
        value={baseUrl}
        onChange={setBaseUrl}
        hint="github.com, or your Enterprise server."
        error={reasonAt(problem, "/github/baseUrl")}
      />
      <TextField
        code
        label="Client ID"
        value={clientId}
        onChange={setClientId}
        hint="Of an OAuth app there."
        error={reasonAt(problem, "/github/clientId") ?? reasonOfAll(problem)}
      />
      <TextField
        code
        label="Client secret"
        value={clientSecret}
        onChange={setClientSecret}
        type="password"
        hint={secretHint(github?.secret ?? null, useIsPublic())}
        error={reasonAt(problem, "/github/clientSecret")}
      />
      <div className="btn-row">
        <Button type="submit" disabled={clientId.trim() === "" || clientSecret === ""}>
          {github === null ? "Offer GitHub" : "Save client"}
        </Button>
        {github !== null && (
          <Button look="danger" onClick={() => removeGitHub(console)}>
            Stop offering GitHub
          </Button>
        )}
      </div>
    </form>
  );
}

function CallbackLine() {
  const url = useStatus()?.platformUrl;
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

function useSave(onSaved: () => void) {
  const console = useConsole();
  const [problem, setProblem] = useRefusal("GitHub’s client was not saved.");
  const save = async (github: SettingsPatch["github"]) => {
    try {
      await offerGitHub(console, github);
      setProblem(null);
      say(console.toasts, "The sign-in page offers GitHub");
      onSaved();
    } catch (reason) {
      setProblem(reason);
    }
  };
  return { problem, save };
}
