import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules/", "src/lib/schema.d.ts"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: { "no-undef": "off" }, // the type checker knows better
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: { extraFileExtensions: [".svelte"], parser: ts.parser, svelteConfig },
    },
    rules: {
      "svelte/no-at-html-tags": "error",
      // What is made and dropped inside a function need not be reactive.
      "svelte/prefer-svelte-reactivity": "off",
      // Pages are this server's own and found by the router; there is no SvelteKit to resolve them.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
);
