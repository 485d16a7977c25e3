import type { Request, Response } from "express";
import type Provider from "oidc-provider";
import type { Interaction } from "./interaction-pages.ts";

/** Goes on as this account. A browser that was somebody else before forgets that first. */
export async function finishLogin(
  provider: Provider,
  { req, res }: { readonly req: Request; readonly res: Response },
  { session: before }: Interaction,
  accountId: string,
): Promise<void> {
  const result = { login: { accountId } };
  // Before the session changes: afterwards the interaction is no longer its own.
  const next = await provider.interactionResult(req, res, result, { mergeWithLastSubmission: false });
  const session = before === undefined ? undefined : await provider.Session.findByUid(before.uid);
  if (session?.accountId !== undefined && session.accountId !== accountId) {
    session.accountId = undefined;
    session.authorizations = undefined;
    await session.persist();
  }
  res.redirect(303, next);
}
