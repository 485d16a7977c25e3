import { type Request, type RequestHandler, type Response, Router } from "express";
import type Provider from "oidc-provider";
import { beginningOf } from "../../core/characters.ts";
import { Problem } from "../../core/problem.ts";
import type { Invitations } from "../access/invitations.ts";
import type { Passphrases } from "../access/passphrases.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import { answerReads, takesOnly } from "../http/refuse-other-methods.ts";
import { CreateStep } from "./create-step.ts";
import { finishLogin } from "./finish-login.ts";
import { grantConsent } from "./grant-consent.ts";
import { type Interaction, InteractionPages } from "./interaction-pages.ts";
import { LoginStep } from "./login-step.ts";
import { readForm } from "./read-form.ts";
import type { Refused } from "./refused.ts";
import type { SignInAccounts } from "./sign-in-accounts.ts";
import { asksSecret, createPage, passphrasePage } from "./sign-in-pages.ts";

interface InteractionOptions {
  readonly provider: Provider;
  readonly accounts: SignInAccounts;
  readonly passphrases: Passphrases;
  readonly audit: AuditLog;
  readonly invitations: Invitations;
  readonly formKey: string;
  readonly gitHubName: () => string | null;
}

/** A form of ours that came in: its fields, and the interaction that its cookie and its token name. */
interface Posted {
  readonly req: Request;
  readonly res: Response;
  readonly interaction: Interaction;
  readonly fields: URLSearchParams;
}

/** The pages between "this client asks" and "here is its code": who are you, and do you allow it? */
export function interactionRoutes(options: InteractionOptions): Router {
  const { provider, accounts } = options;
  const pages = new InteractionPages(options);
  const login = new LoginStep(options);
  const create = new CreateStep(accounts);
  const form = formHandler(provider, pages);
  const router = Router();
  answerReads(router, "/:uid", async (req, res) => {
    const interaction = await provider.interactionDetails(req, res);
    pages.show(res, interaction, await pageFor(req, interaction, pages, accounts));
  });
  const posts = (step: string, take: RequestHandler) =>
    router.route(`/:uid/${step}`).post(take).all(takesOnly("POST"));
  posts(
    "login",
    form("login", async (posted) => {
      const outcome = await login.enter(posted.fields, String(posted.res.locals.caller));
      const who = posted.fields.get("who");
      const [meant, another] = who === null ? [] : accounts.named(who);
      const asked =
        typeof outcome === "string"
          ? accounts.find(outcome)
          : who === null
            ? accounts.find(posted.fields.get("account") ?? "")
            : another === undefined
              ? meant
              : undefined;
      await options.audit.tried({
        account: asked === undefined ? null : { id: asked.id, name: asked.name },
        by: null,
        action: "signIn",
        path: "/oauth",
        status: typeof outcome === "string" ? 200 : outcome.status,
      });
      if (typeof outcome === "string") return finishLogin(provider, posted, posted.interaction, outcome);
      const { interaction } = posted;
      const page =
        asked === undefined || who !== null || !asksSecret(asked)
          ? await pages.choose(interaction, outcome.words, { invited: posted.fields.has("code") })
          : passphrasePage(pages.targetOf(interaction), asked, outcome.words);
      showAgain(pages, posted, page, outcome);
    }),
  );
  posts(
    "create",
    form("login", async (posted) => {
      const outcome = await create.create(posted.fields);
      const made = typeof outcome === "string" ? accounts.find(outcome) : undefined;
      await options.audit.tried({
        account: made === undefined ? null : { id: made.id, name: made.name },
        by: null,
        action: "createAccount",
        path: "/oauth",
        status: typeof outcome === "string" ? 200 : outcome.status,
      });
      if (typeof outcome === "string") return finishLogin(provider, posted, posted.interaction, outcome);
      const typed = beginningOf(posted.fields.get("name") ?? "", 200);
      const page = createPage(pages.targetOf(posted.interaction), typed, outcome.words);
      showAgain(pages, posted, page, outcome);
    }),
  );
  posts(
    "consent",
    form("consent", async ({ req, res, interaction }) => {
      const { grantId, scopes } = await grantConsent(provider, interaction);
      const by = accounts.find(interaction.session?.accountId ?? "");
      const client = String(interaction.params.client_id);
      await options.audit.written({
        account: by === undefined ? null : { id: by.id, name: by.name },
        by: null,
        action: "allowClient",
        path: `/oauth?${new URLSearchParams({ client, scopes: scopes.join(" "), signIn: grantId })}`,
        status: 200,
      });
      await provider.interactionFinished(req, res, { consent: { grantId } });
    }),
  );
  posts(
    "abort",
    form(null, async ({ req, res }) => {
      const result = { error: "access_denied", error_description: "The person refused." };
      await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
    }),
  );
  return router;
}

async function pageFor(
  req: Request,
  interaction: Interaction,
  pages: InteractionPages,
  accounts: SignInAccounts,
): Promise<string> {
  if (interaction.prompt.name === "consent") return pages.consent(interaction);
  const target = pages.targetOf(interaction);
  if (req.query.new !== undefined && !accounts.isPublic) return createPage(target, "", null);
  const { login_hint: hint } = interaction.params;
  const named = req.query.account ?? (req.query.other === undefined ? hint : undefined);
  const asked = typeof named === "string" ? accounts.find(named) : undefined;
  return asked !== undefined && asksSecret(asked)
    ? passphrasePage(target, asked, null)
    : pages.choose(interaction, null, { invited: req.query.invited !== undefined });
}

function showAgain(
  pages: InteractionPages,
  { res, interaction }: Posted,
  page: string,
  { status, retryAfter }: Refused,
): void {
  if (retryAfter !== null) res.set("Retry-After", String(retryAfter));
  pages.show(res, interaction, page, status);
}

/** Takes a form only with the interaction's cookie, with the token of our own page, and at its step (null: at any). */
const formHandler =
  (provider: Provider, pages: InteractionPages) =>
  (step: "login" | "consent" | null, handle: (posted: Posted) => Promise<void>): RequestHandler =>
  async (req, res) => {
    const fields = await readForm(req);
    const interaction = await provider.interactionDetails(req, res);
    if (!pages.isOwn(interaction, fields.get("csrf")))
      throw new Problem("forbidden", "This form is not from the sign-in page.");
    if (step !== null && interaction.prompt.name !== step)
      throw new Problem("invalid-request", "The sign-in is at another step now. Start it again.");
    await handle({ req, res, interaction, fields });
  };
