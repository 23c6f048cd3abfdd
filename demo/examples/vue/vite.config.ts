import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [vue()],
  build: { outDir: '../.build/vue', emptyOutDir: true },
  // The shop's server, which `npm run demo` starts.
  server: { port: 5173, strictPort: true, proxy: { '/checkout': 'http://localhost:4243' } },
});
