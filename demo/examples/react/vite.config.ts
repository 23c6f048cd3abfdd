import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: { outDir: '../.build/react', emptyOutDir: true },
  // The shop's server, which `npm run demo` starts.
  server: { port: 5173, strictPort: true, proxy: { '/checkout': 'http://localhost:4243' } },
});
