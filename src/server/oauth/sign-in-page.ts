import { type Html, html } from "./html.ts";

/** A whole page of the sign-in, in the console's look. */
export function signInPage(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Understudy</title>
<link rel="icon" href="/icon.svg">
<script src="/theme.js"></script>
<link rel="stylesheet" href="/oauth/sign-in.css">
</head>
<body>
<main class="card">
<p class="brand"><svg viewBox="0 0 20 20" aria-hidden="true"><path class="lead" d="M3 2.5v7.25a7 7 0 0 0 14 0V2.5"/><path class="second" d="M7.4 2.5v7.25a2.6 2.6 0 0 0 5.2 0V2.5"/></svg> Understudy</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text;
}

/** Why a form was not taken; read out at once by a screen reader. */
export const alertLine = (text: string | null): Html | null =>
  text === null ? null : html`<p class="problem" role="alert" id="problem">${text}</p>`;
