import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules", "src/made", "public", "*.js", "*.mjs", "*.config.ts"] },
  ...ts.configs.recommendedTypeChecked,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // noUncheckedIndexedAccess makes every index doubtful; where the code has just looked, "!" says so.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: {
      parserOptions: {
        projectService: true,
        extraFileExtensions: [".svelte"],
        parser: ts.parser,
        svelteConfig,
      },
    },
    rules: {
      // Pieces and terrain are drawn by lib/ as SVG text from the pack; nothing a player typed gets into it.
      "svelte/no-at-html-tags": "off",
      // Most lists here are shown as they came and never reordered; those with pieces have keys.
      "svelte/require-each-key": "off",
      // A Map that lives for one function needs no signals.
      "svelte/prefer-svelte-reactivity": "off",
      // {" "} keeps a blank that the compiler would trim.
      "svelte/no-useless-mustaches": "off",
      // It knows only what the compiler says without our tsconfig; svelte-check fails on warnings.
      "svelte/no-unused-svelte-ignore": "off",
      // The linter does not see the types of other components; svelte-check does.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
);
