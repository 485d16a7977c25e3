import type Provider from "oidc-provider";
import type { Interaction } from "./interaction-pages.ts";

/** What the consent prompt says is still missing; the library types it as anything. */
interface Missing {
  readonly missingOIDCScope?: readonly string[];
  readonly missingResourceScopes?: Readonly<Record<string, readonly string[]>>;
}

/** Makes the grant for all that the page has shown, and gives its id and scopes. Each sign-in is a grant of its own. */
export async function grantConsent(
  provider: Provider,
  { prompt, params, session }: Interaction,
): Promise<{ readonly grantId: string; readonly scopes: readonly string[] }> {
  if (session?.accountId === undefined) throw new Error("a consent without an account");
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details as Missing;
  const grant = new provider.Grant({
    accountId: session.accountId,
    clientId: String(params.client_id),
  });
  if (missingOIDCScope.length > 0) grant.addOIDCScope(missingOIDCScope.join(" "));
  for (const [resource, scopes] of Object.entries(missingResourceScopes))
    grant.addResourceScope(resource, scopes.join(" "));
  const scopes = [...missingOIDCScope, ...Object.values(missingResourceScopes).flat()];
  return { grantId: await grant.save(), scopes };
}
