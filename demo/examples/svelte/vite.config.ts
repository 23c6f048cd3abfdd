import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: '../.build/svelte', emptyOutDir: true },
  // The shop's server, which `npm run demo` starts.
  server: { port: 5173, strictPort: true, proxy: { '/checkout': 'http://localhost:4243' } },
});
