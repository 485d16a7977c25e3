const loopback = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Has what runs on this machine asked directly. Where NODE_USE_ENV_PROXY is on, Node sends every `fetch` to HTTP_PROXY, which would
 * be handed tokens and answers for itself.
 */
export function askLoopbackDirectly(env: NodeJS.ProcessEnv): void {
  if (!(env.http_proxy ?? env.HTTP_PROXY)) return;
  // Of the two, Node reads the one in small letters where there is one.
  const name = env.no_proxy === undefined ? "NO_PROXY" : "no_proxy";
  const given = env[name]?.trim() ?? "";
  // `*` is everything only where it stands alone.
  if (given !== "*") env[name] = [given, ...loopback].filter((one) => one !== "").join(",");
}
