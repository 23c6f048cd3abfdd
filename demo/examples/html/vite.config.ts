import { defineConfig } from 'vite';

export default defineConfig({
  build: { outDir: '../.build/html', emptyOutDir: true },
  server: {
    port: 5173,
    strictPort: true,
    // The shop's server and the checkout's script, which `npm run demo` starts and serves.
    proxy: { '/checkout': 'http://localhost:4243', '/hpp-checkout': 'http://localhost:4242' },
  },
});
