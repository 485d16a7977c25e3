import { appFiles } from "./scripts/packaging/app-files.mjs";
import { macSigning } from "./scripts/packaging/mac-signing.mjs";

const files = appFiles(import.meta.dirname);
const sdk = "out/sdk/";

/**
 * What electron-builder makes installers from; `npm run package` runs it. Signing is set by the builder's own environment
 * variables alone (docs/packaging.md), so that nothing secret and no machine's path is here.
 */
export default {
  appId: "dev.understudy.desktop",
  productName: "Understudy",
  copyright: "Copyright © The Understudy founders",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the builder fills these in
  artifactName: "${productName}-${version}-${os}-${arch}.${ext}",
  directories: { output: "dist", buildResources: "resources/packaging" },
  files: [
    ...files.filter((path) => !path.startsWith(sdk)),
    // A set of its own: from the others the builder takes *.d.ts away, which generated code is shipped with.
    {
      from: sdk,
      to: sdk,
      filter: files.filter((path) => path.startsWith(sdk)).map((path) => path.slice(sdk.length)),
    },
    // Of what `dependencies` brings, only what runs. Electron is built against glibc.
    "!**/node_modules/**/*.{md,map,ts,mts,cts}",
    "!**/node_modules/@libsql/*-musl/**",
  ],
  asar: true,
  // Native code cannot be loaded from within an archive.
  asarUnpack: ["**/*.node"],
  extraResources: [
    { from: "LICENSE", to: "LICENSE.understudy.txt" },
    { from: "dist/THIRD-PARTY-NOTICES.txt", to: "THIRD-PARTY-NOTICES.txt" },
  ],
  // The older one needs FUSE 2, and starts the app without Chromium's sandbox.
  toolsets: { appimage: "1.0.3" },
  // libsql is N-API: one binary serves Node and Electron alike.
  npmRebuild: false,
  electronLanguages: ["en-US"],
  electronFuses: {
    runAsNode: false,
    // The console's cookie opens nothing by itself (ADR 14), and a keychain would be asked for at every ad-hoc update.
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
    // Flipping breaks the signature that Electron's program for Apple Silicon comes with.
    resetAdHocDarwinSignature: true,
  },
  protocols: [{ name: "Understudy link", schemes: ["understudy"], role: "Viewer" }],
  fileAssociations: [
    {
      ext: "understudy",
      name: "Understudy workspace",
      description: "Understudy workspace",
      mimeType: "application/x-understudy-workspace",
      role: "Editor",
    },
  ],
  // Nothing is uploaded but by the release workflow, which says so itself.
  publish: null,
  mac: {
    target: ["dmg"],
    category: "public.app-category.developer-tools",
    icon: "resources/icons/understudy.icns",
    hardenedRuntime: true,
    // The server goes on while no window is in sight: the system must not make it slow then.
    extendInfo: { NSAppSleepDisabled: true },
    ...macSigning(process.env),
  },
  win: { target: ["nsis"], icon: "resources/icons/understudy.ico" },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
  },
  linux: {
    target: ["AppImage", "deb"],
    icon: "resources/icons/png",
    executableName: "understudy-desktop",
    // The desktop finds the app's icon and name by package.json's `desktopName`, which Electron gives each window.
    syncDesktopName: true,
    category: "Development",
    synopsis: "Audience targeting on one desk",
    maintainer: "The Understudy founders <founders@understudy.invalid>",
    vendor: "The Understudy founders",
  },
};
