import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  test: {
    // A busy machine takes longer; nothing waits for this that has come.
    expect: { poll: { timeout: 8000 } },
    testTimeout: 30000,
    environment: "happy-dom",
    include: ["tests/**/*.test.ts"],
  },
});
