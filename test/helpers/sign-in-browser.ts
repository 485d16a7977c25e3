/** A browser without a screen: follows redirects one by one, keeps cookies with their paths, fills in forms. */
export class SignInBrowser {
  /** Where an address is asked, where that is not itself. */
  private readonly way: (url: string) => string;
  private readonly cookies = new Map<string, { readonly value: string; readonly path: string }>();

  constructor(way: (url: string) => string = (url) => url) {
    this.way = way;
  }

  /** Opens an address and follows it as long as it stays on this machine's server. */
  async open(url: string, init: RequestInit = {}): Promise<PageSeen> {
    const response = await fetch(this.way(url), {
      ...init,
      redirect: "manual",
      headers: { accept: "text/html", cookie: this.cookieFor(url), ...init.headers },
    });
    this.keep(response, url);
    const location = response.headers.get("location");
    if (location === null) return { url, status: response.status, text: await response.text(), response };
    await response.arrayBuffer();
    const next = new URL(location, url);
    if (next.origin !== new URL(url).origin) return { url: next.href, status: 0, text: "", response };
    return this.open(next.href);
  }

  /** Sends the form of the page whose action ends so, with these fields beside its hidden ones. */
  async submit(page: PageSeen, step: string, fields: Record<string, string> = {}): Promise<PageSeen> {
    const forms = [...page.text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)];
    const found = forms.find(
      ([, action = "", inner = ""]) => action.endsWith(step) || inner.includes(`name="${step}"`),
    );
    if (found === undefined) throw new Error(`no form ${step} in ${page.status} ${page.url}: ${page.text}`);
    const hidden = [...(found[2] ?? "").matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(hidden.map(([, name = "", value = ""]) => [name, value]));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const url = new URL(found[1] ?? "", page.url);
    return this.open(url.href, { method: "POST", body, headers: { origin: url.origin } });
  }

  /** Signs in as the first account offered, and allows what is asked. */
  async signIn(url: string): Promise<PageSeen> {
    const chosen = await this.submitFirstAccount(await this.open(url));
    return this.submit(chosen, "/consent");
  }

  async submitFirstAccount(page: PageSeen): Promise<PageSeen> {
    const account = /name="account" value="([^"]+)"/.exec(page.text)?.[1];
    if (account === undefined) throw new Error(`no account in ${page.status} ${page.url}: ${page.text}`);
    return this.submit(page, "/login", { account });
  }

  private keep(response: Response, url: string): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(/;\s*/);
      const name = pair.slice(0, pair.indexOf("="));
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? new URL(url).pathname;
      const over = attributes.some((one) => /^expires=Thu, 01 Jan 1970/i.test(one));
      if (over) this.cookies.delete(`${name} ${path}`);
      else this.cookies.set(`${name} ${path}`, { value: pair, path });
    }
  }

  cookieFor(url: string): string {
    const { pathname } = new URL(url);
    return [...this.cookies.values()]
      .filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, "/")))
      .map(({ value }) => value)
      .join("; ");
  }
}

export interface PageSeen {
  /** Where it ended; another origin's address is not asked. */
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly response: Response;
}
