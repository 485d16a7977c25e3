import { createHmac } from "node:crypto";
import { type Request, type RequestHandler, type Response, Router } from "express";
import type Provider from "oidc-provider";
import { name as accountName } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import { passphraseSet } from "../../core/sign-in.ts";
import type { Passphrases } from "../access/passphrases.ts";
import { sameSecret } from "../access/secret-text.ts";
import { Attempts } from "./attempts.ts";
import { grantConsent } from "./grant-consent.ts";
import { setPageHeaders } from "./page-headers.ts";
import { readForm } from "./read-form.ts";
import type { SignInAccounts } from "./sign-in-accounts.ts";
import { choosePage, consentPage, createPage, type FormTarget, passphrasePage } from "./sign-in-pages.ts";

const minute = 60_000;

export interface InteractionOptions {
  readonly provider: Provider;
  readonly accounts: SignInAccounts;
  readonly passphrases: Passphrases;
  /** Signs the token in each form. */
  readonly formKey: string;
  /** The name of the GitHub to sign in with, or null. */
  readonly gitHubName: () => string | null;
}

export type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

/** The pages between "this client asks" and "here is its code": who are you, and do you allow it? */
export function interactionRoutes(options: InteractionOptions): Router {
  const { provider, accounts, passphrases, formKey } = options;
  const router = Router();
  const tries = new Attempts(5, 5 * minute);
  const creations = new Attempts(10, 10 * minute);

  const targetOf = ({ uid }: Interaction): FormTarget => ({
    action: `/oauth/interaction/${uid}`,
    csrf: createHmac("sha256", formKey).update(uid).digest("base64url"),
  });
  const show = (res: Response, interaction: Interaction, page: string, status = 200) => {
    setPageHeaders(res, leadsTo(interaction));
    res.status(status).type("html").send(page);
  };
  const choose = async (interaction: Interaction, problem: string | null) =>
    choosePage({
      target: targetOf(interaction),
      clientName: await clientName(provider, interaction),
      accounts: accounts.list(),
      github: options.gitHubName(),
      problem,
    });

  router.get("/:uid", async (req, res) => {
    const interaction = await provider.interactionDetails(req, res);
    if (interaction.prompt.name === "consent") {
      show(res, interaction, await consent(options, interaction, targetOf(interaction)));
      return;
    }
    const asked = typeof req.query.account === "string" ? accounts.find(req.query.account) : undefined;
    if (req.query.new !== undefined) show(res, interaction, createPage(targetOf(interaction), "", null));
    else if (asked?.entry === "passphrase")
      show(res, interaction, passphrasePage(targetOf(interaction), asked, null));
    else show(res, interaction, await choose(interaction, null));
  });

  /** A form of ours: the interaction by its cookie, and the token that only our page knows. */
  const form =
    (
      prompt: "login" | "consent" | null,
      handle: (
        req: Request,
        res: Response,
        interaction: Interaction,
        fields: URLSearchParams,
      ) => Promise<void>,
    ): RequestHandler =>
    async (req, res) => {
      const fields = await readForm(req, res);
      const interaction = await provider.interactionDetails(req, res);
      if (!sameSecret(fields.get("csrf") ?? "", targetOf(interaction).csrf))
        throw new Problem("forbidden", "This form did not come from the sign-in page.");
      if (prompt !== null && interaction.prompt.name !== prompt)
        throw new Problem("invalid-request", "The sign-in is at another step now. Open it again.");
      await handle(req, res, interaction, fields);
    };

  router.post(
    "/:uid/login",
    form("login", async (req, res, interaction, fields) => {
      const account = accounts.find(fields.get("account") ?? "");
      if (account === undefined || account.entry === "github") {
        show(res, interaction, await choose(interaction, "This account can't sign in here."), 403);
        return;
      }
      if (account.entry === "passphrase") {
        const refuse = (words: string, status: number) =>
          show(res, interaction, passphrasePage(targetOf(interaction), account, words), status);
        const wait = tries.waitFor(account.id, Date.now());
        if (wait > 0) {
          res.set("Retry-After", String(wait));
          refuse(`Too many tries. Wait ${wait} seconds.`, 429);
          return;
        }
        if (!(await passphrases.matches(account.id, (fields.get("passphrase") ?? "").slice(0, 200)))) {
          refuse("This is not the passphrase.", 403);
          return;
        }
        tries.forget(account.id);
      }
      await finishLogin(provider, { req, res }, interaction, account.id);
    }),
  );

  router.post(
    "/:uid/create",
    form("login", async (req, res, interaction, fields) => {
      const typed = fields.get("name") ?? "";
      const refuse = (words: string, status: number) =>
        show(res, interaction, createPage(targetOf(interaction), typed.slice(0, 200), words), status);
      const name = accountName.safeParse(typed);
      if (!name.success) return refuse("Give the account a name of 1 to 200 characters.", 400);
      const passphrase = passphraseSet.safeParse({ passphrase: fields.get("passphrase") || null });
      if (!passphrase.success) return refuse("A passphrase needs 8 to 200 characters.", 400);
      const wait = creations.waitFor("", Date.now());
      if (wait > 0) {
        res.set("Retry-After", String(wait));
        return refuse(`Too many new accounts. Wait ${wait} seconds.`, 429);
      }
      const id = await accounts.create(name.data, passphrase.data.passphrase);
      await finishLogin(provider, { req, res }, interaction, id);
    }),
  );

  router.post(
    "/:uid/consent",
    form("consent", async (req, res, interaction) => {
      const grantId = await grantConsent(provider, interaction);
      await provider.interactionFinished(req, res, { consent: { grantId } });
    }),
  );

  router.post(
    "/:uid/abort",
    form(null, async (req, res) => {
      const result = { error: "access_denied", error_description: "The person refused." };
      await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
    }),
  );
  return router;
}

/** Goes on as this account. A browser that was somebody else before forgets that first. */
export async function finishLogin(
  provider: Provider,
  { req, res }: { readonly req: Request; readonly res: Response },
  { session: before }: Interaction,
  accountId: string,
): Promise<void> {
  const session = before === undefined ? undefined : await provider.Session.findByUid(before.uid);
  if (session?.accountId !== undefined && session.accountId !== accountId) {
    session.accountId = undefined;
    await session.persist();
  }
  await provider.interactionFinished(req, res, { login: { accountId } }, { mergeWithLastSubmission: false });
}

async function consent(
  { provider, accounts }: InteractionOptions,
  interaction: Interaction,
  target: FormTarget,
): Promise<string> {
  const { params, session } = interaction;
  return consentPage({
    target,
    clientName: await clientName(provider, interaction),
    clientId: String(params.client_id),
    accountName: accounts.find(session?.accountId ?? "")?.name ?? "nobody",
    scopes: String(params.scope ?? "").split(" "),
  });
}

async function clientName(provider: Provider, { params }: Interaction): Promise<string> {
  const id = String(params.client_id);
  return (await provider.Client.find(id))?.clientName ?? id;
}

/** Checked by the provider before there was an interaction; a device's sign-in has none. */
function leadsTo({ params }: Interaction): string[] {
  return typeof params.redirect_uri === "string" ? [params.redirect_uri] : [];
}
