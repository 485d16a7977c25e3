/** What oidc-provider says as it is loaded on Node 20: it is tested on 22 and later. What we use of it our tests run on both. */
const aboutRuntime = /^oidc-provider WARNING: Unsupported runtime/;

/** Loads the sign-in server, without the library's words about Node in the operator's terminal. */
export async function loadOauth() {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!aboutRuntime.test(String(words[0]).replace(/^\x1b\[[\d;]*m/, ""))) warn(...words);
  };
  try {
    return await import("./oauth-server.ts");
  } finally {
    console.warn = warn;
  }
}
