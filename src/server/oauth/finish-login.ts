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
  const session = before === undefined ? undefined : await provider.Session.findByUid(before.uid);
  if (session?.accountId !== undefined && session.accountId !== accountId) {
    session.accountId = undefined;
    await session.persist();
  }
  await provider.interactionFinished(req, res, { login: { accountId } }, { mergeWithLastSubmission: false });
}
