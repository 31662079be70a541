import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Served below `/` of the operator's listener, under a policy that forbids anything inline. */
// oxlint-disable-next-line import/no-default-export -- Vite asks for it.
export default defineConfig({
  plugins: [react()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  server: {
    // `npx vite console` while working on a page, beside a service: its API answers here too.
    proxy: {
      "/operator": {
        target: process.env["OPERATOR_URL"] ?? "http://127.0.0.1:8081",
        // The Host stays that of the page: the API takes changes from its own site only.
        changeOrigin: false,
      },
    },
  },
});
