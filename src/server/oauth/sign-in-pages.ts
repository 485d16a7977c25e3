import { type ScopeName, scopeNames } from "../../core/sign-in.ts";
import { type Html, html } from "./html.ts";
import type { SignInAccount } from "./sign-in-accounts.ts";
import { alertLine, signInPage } from "./sign-in-page.ts";

/** Where a page's forms go, and the token that proves that they came from it. */
export interface FormTarget {
  readonly action: string;
  readonly csrf: string;
}

const form = ({ action, csrf }: FormTarget, step: string, content: Html): Html => html`
<form method="post" action="${action}/${step}">
<input type="hidden" name="csrf" value="${csrf}">
${content}
</form>`;

interface ChoosePage {
  readonly target: FormTarget;
  readonly clientName: string;
  readonly accounts: readonly SignInAccount[];
  /** The name of the GitHub to sign in with, where the operator has set one up. */
  readonly github: string | null;
  readonly problem: string | null;
}

interface WhoPage extends ChoosePage {
  readonly invited?: boolean;
}

/** Who are you? The local accounts, GitHub, or a new account. */
export function choosePage({ target, clientName, accounts, github, problem }: ChoosePage): string {
  const local = accounts.filter((account) => account.entry !== "github");
  return signInPage(
    "Sign in",
    html`
<p>${clientName} asks to work with your Spaces. Who are you?</p>
${alertLine(problem)}
${local.length > 0 && html`<ul class="accounts" aria-label="Accounts on this machine">${local.map((account) => accountRow(target, account))}</ul>`}
${github !== null && html`<a class="btn wide" href="${target.action}/github">Sign in with ${github}</a>`}
<p class="ways"><a class="link" href="${target.action}?new=1">Create another account</a></p>
${form(target, "abort", html`<button class="btn quiet" type="submit">Cancel</button>`)}`,
  );
}

/** The same at a public address, which tells nobody who is here. `invited`: with the code of an invitation. */
export function whoPage({ target, clientName, github, problem, invited = false }: WhoPage): string {
  return signInPage(
    "Sign in",
    html`
<p>${clientName} asks to work with your Spaces. Who are you?</p>
${alertLine(problem)}
${form(
  target,
  "login",
  html`
<label for="who">Name or e-mail address</label>
<input class="input" id="who" name="who" autocomplete="username" maxlength="200" required autofocus${invalid(problem)}>
${
  invited
    ? newPassphrase(null)
    : html`<label for="passphrase">Passphrase</label>
<input class="input" id="passphrase" name="passphrase" type="password" autocomplete="current-password" maxlength="200" required>`
}
<button class="btn primary" type="submit">Sign in</button>`,
)}
${github !== null && html`<a class="btn wide" href="${target.action}/github">Sign in with ${github}</a>`}
<p class="ways">${
      invited
        ? html`<a class="link" href="${target.action}?other=1">I have a passphrase</a>`
        : html`<a class="link" href="${target.action}?invited=1">I was given a code</a>`
    }</p>
${form(target, "abort", html`<button class="btn quiet" type="submit">Cancel</button>`)}`,
  );
}

/** The code of an invitation, and what its person will sign in with from then on. */
const newPassphrase = (codeIs: Html | null): Html => html`<label for="code">Code of your invitation</label>
<input class="input" id="code" name="code" autocomplete="off" maxlength="100" required${codeIs}>
<label for="passphrase">Choose a passphrase (8 characters or more)</label>
<input class="input" id="passphrase" name="passphrase" type="password" autocomplete="new-password" maxlength="200" required>`;

/** Whether an account is entered by something that its person types. */
export const asksSecret = ({ entry }: SignInAccount): boolean =>
  entry === "passphrase" || entry === "invitation";

const accountRow = (target: FormTarget, { id, name, email, entry }: SignInAccount): Html => html`
<li>${
  entry === "passphrase" || entry === "invitation"
    ? html`<a class="account" href="${target.action}?account=${id}"><span>${name}</span><span class="about">${email ?? (entry === "passphrase" ? "asks for a passphrase" : "was invited")}</span></a>`
    : form(
        target,
        "login",
        html`<button class="account" type="submit" name="account" value="${id}"><span>${name}</span><span class="about">${email ?? "on this machine"}</span></button>`,
      )
}</li>`;

/** The passphrase of one account, or the code of its invitation with a passphrase to be. */
export function passphrasePage(
  target: FormTarget,
  { id, name, entry }: SignInAccount,
  problem: string | null,
): string {
  return signInPage(
    `Sign in as ${name}`,
    html`
${alertLine(problem)}
${form(
  target,
  "login",
  html`
<input type="hidden" name="account" value="${id}">
${
  entry === "invitation"
    ? newPassphrase(html` autofocus${invalid(problem)}`)
    : html`<label for="passphrase">Passphrase</label>
<input class="input" id="passphrase" name="passphrase" type="password" autocomplete="current-password" maxlength="200" required autofocus${invalid(problem)}>`
}
<button class="btn primary" type="submit">Sign in</button>`,
)}
<p class="ways"><a class="link" href="${target.action}?other=1">Choose another account</a></p>`,
  );
}

/** A new local account: a name, and a passphrase if one is wanted. */
export function createPage(target: FormTarget, name: string, problem: string | null): string {
  return signInPage(
    "Create an account",
    html`
<p>It belongs to no organization until an owner adds it by its id, which <code>understudy whoami</code> shows.</p>
${alertLine(problem)}
${form(
  target,
  "create",
  html`
<label for="name">Name</label>
<input class="input" id="name" name="name" value="${name}" autocomplete="name" maxlength="200" required autofocus${invalid(problem)}>
<label for="passphrase">Passphrase (optional, 8 characters or more)</label>
<input class="input" id="passphrase" name="passphrase" type="password" autocomplete="new-password" maxlength="200">
<button class="btn primary" type="submit">Create and sign in</button>`,
)}
<p class="ways"><a class="link" href="${target.action}">Choose an account</a></p>`,
  );
}

const invalid = (problem: string | null): Html | null =>
  problem === null ? null : html` aria-invalid="true" aria-describedby="problem"`;

const scopeWords: Readonly<Record<ScopeName, string>> = {
  read: "See your organizations, Spaces, users and events",
  write: "Change and publish content, as an editor may",
  admin: "Change people, keys and settings, as an owner may",
};

interface ConsentPage {
  readonly target: FormTarget;
  readonly clientName: string;
  readonly clientId: string;
  readonly accountName: string;
  readonly scopes: readonly string[];
}

/** What a client would be allowed to do, for the account's owner to say yes or no. */
export function consentPage({ target, clientName, clientId, accountName, scopes }: ConsentPage): string {
  const asked = scopeNames.filter((name) => scopes.includes(name));
  return signInPage(
    `Let ${clientName} in?`,
    html`
<p>As <strong>${accountName}</strong>, in your organizations and never beyond your own role there, <strong>${clientName}</strong> (<code>${clientId}</code>) asks to:</p>
<ul class="scopes">
${asked.map((name) => html`<li>${scopeWords[name]} <code>${name}</code></li>`)}
${scopes.includes("offline_access") && html`<li>Stay signed in: 30 days from its last use, or until you revoke it in Settings <code>offline_access</code></li>`}
</ul>
<div class="buttons">
${form(target, "consent", html`<button class="btn primary" type="submit">Allow</button>`)}
${form(target, "abort", html`<button class="btn" type="submit">Refuse</button>`)}
</div>`,
  );
}

/** For whoever can't go on with a sign-in: it may have been the console's, which this browser is signed in to perhaps by another tab. */
const startAgain = html`
<p>Start again from the program that sent you here, for example with <code>understudy login</code>.</p>
<p><a class="btn" href="/">Open the console</a></p>`;

/** Something is wrong with the request itself, so that there is nowhere safe to send the browser back to. */
export const errorPage = (code: string, description: string | null | undefined): string =>
  signInPage(
    "This sign-in can't go on",
    html`
<p role="alert">${sentence(description ?? "The request is not valid.")}</p>
<p class="about"><code>${code}</code></p>
${startAgain}`,
  );

/** GitHub said no, or what came from there does not fit. `back` leads to the other ways to sign in, where there are any. */
export const gitHubPage = (words: string, back: string | null): string =>
  signInPage(
    "Not signed in",
    html`
<p class="problem" role="alert">${words}</p>
${back === null ? startAgain : html`<p><a class="btn" href="${back}">Choose another way</a></p>`}`,
  );

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1, 400)}${/[.!?]$/.test(text) ? "" : "."}`;
