import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Script and style inside the page: it is one file that opens without a server. */
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["offline.html"];
      if (page?.type !== "asset") throw new Error("offline.html was not built");
      let [style, script] = ["", ""];
      for (const [name, part] of Object.entries(bundle)) {
        if (part === page) continue;
        if (part.type === "chunk") script += part.code;
        else if (name.endsWith(".css")) style += String(part.source);
        Reflect.deleteProperty(bundle, name);
      }
      // Functions, so that no $ of the code is taken for a pattern; no end of the element inside it.
      page.source = String(page.source)
        .replace(/\s*<script type="module"[^>]*src=[^>]*><\/script>/, "")
        .replace(/\s*<link rel="stylesheet"[^>]*>/, "")
        .replace("</head>", () => `  <style>${style.replaceAll("</style", "<\\/style")}</style>\n  </head>`)
        .replace("</body>", () => `  <script type="module">${script.replaceAll("</script", "<\\/script")}</script>\n  </body>`);
    },
  };
}

export default defineConfig({
  plugins: [svelte(), oneFile()],
  publicDir: false,
  build: {
    outDir: "../src/runout/web/static",
    emptyOutDir: false,
    target: "es2022",
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rollupOptions: { input: "offline.html", output: { codeSplitting: false } },
  },
});
