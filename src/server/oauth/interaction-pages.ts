import { createHmac } from "node:crypto";
import type { Response } from "express";
import type Provider from "oidc-provider";
import { sameSecret } from "../access/secret-text.ts";
import { setPageHeaders } from "./page-headers.ts";
import type { SignInAccounts } from "./sign-in-accounts.ts";
import { choosePage, consentPage, type FormTarget, whoPage } from "./sign-in-pages.ts";

export type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

interface PagesOptions {
  readonly provider: Provider;
  readonly accounts: SignInAccounts;
  /** Signs the token in each form. */
  readonly formKey: string;
  /** The name of the GitHub to sign in with, or null. */
  readonly gitHubName: () => string | null;
}

/** The pages of one interaction, each with forms that lead back to it. */
export class InteractionPages {
  private readonly options: PagesOptions;

  constructor(options: PagesOptions) {
    this.options = options;
  }

  targetOf({ uid }: Interaction): FormTarget {
    const csrf = createHmac("sha256", this.options.formKey).update(uid).digest("base64url");
    return { action: `/oauth/interaction/${uid}`, csrf };
  }

  /** Whether a form's token is the one that only this interaction's own page holds. */
  isOwn(interaction: Interaction, csrf: string | null): boolean {
    return sameSecret(csrf ?? "", this.targetOf(interaction).csrf);
  }

  show(res: Response, interaction: Interaction, page: string, status = 200): void {
    setPageHeaders(res, leadsTo(interaction));
    res.status(status).type("html").send(page);
  }

  async choose(
    interaction: Interaction,
    problem: string | null = null,
    { invited = false } = {},
  ): Promise<string> {
    const { accounts, gitHubName } = this.options;
    const page = accounts.isPublic ? whoPage : choosePage;
    return page({
      target: this.targetOf(interaction),
      clientName: await this.clientName(interaction),
      accounts: accounts.list(),
      github: gitHubName(),
      problem,
      invited,
    });
  }

  async consent(interaction: Interaction): Promise<string> {
    const { params, session } = interaction;
    return consentPage({
      target: this.targetOf(interaction),
      clientName: await this.clientName(interaction),
      clientId: String(params.client_id),
      accountName: this.options.accounts.find(session?.accountId ?? "")?.name ?? "nobody",
      scopes: String(params.scope ?? "").split(" "),
    });
  }

  private async clientName({ params }: Interaction): Promise<string> {
    const id = String(params.client_id);
    return (await this.options.provider.Client.find(id))?.clientName ?? id;
  }
}

/** Checked by the provider before there was an interaction; a device's sign-in has none. */
function leadsTo({ params }: Interaction): string[] {
  return typeof params.redirect_uri === "string" ? [params.redirect_uri] : [];
}
