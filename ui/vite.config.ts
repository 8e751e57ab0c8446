import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The build lands inside the Python package; `hatch_build.py` at the root of the project calls it.
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/allonym/server/ui",
    emptyOutDir: true,
    target: "es2022",
    // No inline module preload script and no data: URLs: the page runs under default-src 'self'.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
  server: { proxy: { "/v1": process.env["ALLONYM_SERVER"] ?? "http://127.0.0.1:8000" } },
  // Svelte's client half is what the tests import, not its server half.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
}));
