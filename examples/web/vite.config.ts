import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// `npm run dev` asks the Understudy on this computer, as the pages that it serves itself do.
const understudy = process.env.UNDERSTUDY_SDK_URL ?? "http://127.0.0.1:4748";

export default defineConfig({
  base: "/demo/",
  plugins: [react()],
  // Pictures stay files: the content security policy has no data: fonts.
  build: { assetsInlineLimit: 0, target: "es2022" },
  server: { proxy: { "/demo/connection": understudy, "/sdk": understudy, "/healthz": understudy } },
});
