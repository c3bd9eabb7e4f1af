import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Built into the package, where the server finds it; `npm run dev` asks a server that runs beside it.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/runout/web/static",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    // Inlined files would be data: addresses, which the pages' security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8517" } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
