import type { KoaContextWithOIDC } from "oidc-provider";
import { html } from "./html.ts";
import { alertLine, signInPage } from "./sign-in-page.ts";

/** Where oidc-provider's own forms carry their token; it offers them as markup only. */
const xsrfOf = (form: string): string => /name="xsrf" value="([\w-]+)"/.exec(form)?.[1] ?? "";

type Out = { readonly error?: string; readonly error_description?: string | undefined } | undefined;

/** The pages of the device grant (RFC 8628, 3.3): enter the code, confirm what it is for, done. */
export const devicePages = {
  userCodeInputSource: async (ctx: KoaContextWithOIDC, form: string, out?: Out, error?: Error) => {
    const code = prefilled(ctx);
    const problem = wordsOf(out, error);
    ctx.body = signInPage(
      "Sign in a device",
      html`
<p>Enter the code that the device or terminal shows.</p>
${alertLine(problem)}
<form method="post" action="/oauth/device">
<input type="hidden" name="xsrf" value="${xsrfOf(form)}">
<label for="user_code">Code</label>
<input class="input code" id="user_code" name="user_code" value="${code}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required autofocus${problem !== null && html` aria-invalid="true" aria-describedby="problem"`}>
<button class="btn primary" type="submit">Continue</button>
</form>`,
    );
  },

  userCodeConfirmSource: async (
    ctx: KoaContextWithOIDC,
    form: string,
    client: { readonly clientName?: string | undefined; readonly clientId: string },
    _device: unknown,
    userCode: string,
  ) => {
    const hidden = html`<input type="hidden" name="xsrf" value="${xsrfOf(form)}"><input type="hidden" name="user_code" value="${userCode}">`;
    ctx.body = signInPage(
      "Is this your device?",
      html`
<p><strong>${client.clientName ?? client.clientId}</strong> must show this code now:</p>
<p class="user-code"><code>${userCode}</code></p>
<p>If it does not, or you did not start this yourself, refuse: someone else would be signed in as you.</p>
<div class="buttons">
<form method="post" action="/oauth/device">${hidden}<input type="hidden" name="confirm" value="yes"><button class="btn primary" type="submit">It is mine</button></form>
<form method="post" action="/oauth/device">${hidden}<input type="hidden" name="abort" value="yes"><button class="btn" type="submit">Refuse</button></form>
</div>`,
    );
  },

  successSource: async (ctx: KoaContextWithOIDC) => {
    ctx.body = signInPage(
      "Signed in",
      html`<p role="status">${ctx.oidc.client?.clientName ?? "The device"} is signed in. You can close this page.</p>`,
    );
  },
};

/** `verification_uri_complete` brings the code; it still is the person who sends it. */
function prefilled(ctx: KoaContextWithOIDC): string {
  const code = (ctx.req as { userCode?: unknown }).userCode;
  return typeof code === "string" ? code.slice(0, 20) : "";
}

function wordsOf(out: Out, error: Error | undefined): string | null {
  if (error === undefined) return null;
  switch (error.name.replace(/\$\d+$/, "")) {
    case "NoCodeError":
      return "Enter the code first.";
    case "NotFoundError":
      return "There is no such code. Look again at the device.";
    case "ExpiredError":
      return "This code has expired. Start again on the device.";
    case "AlreadyUsedError":
      return "This code was used already. Start again on the device.";
    case "AbortedError":
      return "Refused. Nobody was signed in.";
    default:
      return out?.error === "access_denied"
        ? "Refused. Nobody was signed in."
        : "This did not work. Enter the code again.";
  }
}
