import { defineConfig } from 'vite';

export default defineConfig({
  // What is not a page is for the shop's own server (server/server.ts): browsers see one address.
  server: {
    port: 5173,
    strictPort: true, // PUBLIC_URL names it
    proxy: { '/checkout/': 'http://localhost:3001' },
  },
  build: { rolldownOptions: { input: ['index.html', 'shop.html', 'thanks.html'] } },
});
