import { createServer, request } from "node:http";

/** What stands before servers at a public address: it ends TLS, as far as they know, and hands requests on under its name. */
export async function publicFront(publicUrl: string, to: () => string, said: Record<string, string> = {}) {
  const { host } = new URL(publicUrl);
  const front = createServer((req, res) => {
    const handedOn = request(new URL(req.url ?? "/", to()), {
      method: req.method,
      headers: { ...req.headers, host, "x-forwarded-proto": "https", ...said },
    });
    handedOn.on("response", (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    handedOn.on("error", () => res.destroy());
    req.pipe(handedOn);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const address = front.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    /** Where the front is asked for one of its addresses. */
    way: (url: string) => url.replace(new URL(publicUrl).origin, `http://127.0.0.1:${port}`),
    close: () => {
      front.closeAllConnections();
      return new Promise((resolve) => front.close(resolve));
    },
  };
}
