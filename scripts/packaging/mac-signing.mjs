const entitlements = (name) => {
  const path = `resources/packaging/${name}`;
  return { entitlements: path, entitlementsInherit: path };
};

/**
 * How the app for macOS is signed, by what the builder's own environment variables name. Without a certificate it is signed
 * ad hoc: the builder would sign nothing, and Apple Silicon starts no program whose signature the flipped fuses have broken.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ identity?: string, notarize?: boolean, entitlements: string, entitlementsInherit: string }} options of the
 * builder's `mac`
 */
export function macSigning(env) {
  const hasCertificate = [env.CSC_LINK, env.CSC_NAME, env.CSC_KEYCHAIN].some(Boolean);
  if (hasCertificate) return entitlements("entitlements.mac.plist");
  // Apple notarizes nothing that is signed so.
  return { identity: "-", notarize: false, ...entitlements("entitlements.mac.ad-hoc.plist") };
}
