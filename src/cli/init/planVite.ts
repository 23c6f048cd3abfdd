import type { Plan } from './plan.ts';
import { nodeExtension, runNode } from './planServer.ts';
import type { Project } from './project.ts';
import { forNode, templateFor, withStore } from './templateFor.ts';
import { template as checkout } from './templates/servers/checkout.ts?template';
import { template as server } from './templates/vite/server/server.ts?template';
import { template as page } from './templates/vite/shop.html?template';
import { template as script } from './templates/vite/src/shop.ts?template';
import { template as thanks } from './templates/vite/thanks.html?template';
import { template as reactPage } from './templates/vite-react/shop.html?template';
import { template as reactScript } from './templates/vite-react/src/shop.tsx?template';
import { viteConfig } from './viteConfig.ts';
import { replaceOnce, wholeFile } from './wantedFile.ts';

/** An app of the browser alone: a server beside it, which Vite passes requests on to. */
export function planVite(project: Project): Plan {
  const hasReact = project.packages?.['react-dom'] !== undefined;
  const ts = project.isTypeScript ? 'ts' : 'js';
  const extension = nodeExtension(project);
  const handler = replaceOnce(
    withStore(project, templateFor(project, checkout)),
    "failureUrl: '/'",
    "failureUrl: '/shop'",
  );
  const source = `src/shop.${hasReact ? `${ts}x` : ts}`;
  const html = replaceOnce(
    templateFor(project, hasReact ? reactPage : page),
    hasReact ? 'src/shop.tsx' : 'src/shop.ts',
    source,
  );
  return {
    title: hasReact ? 'Vite with React' : 'Vite',
    files: [
      wholeFile(
        `server/checkout.${extension}`,
        'the handler: what an order costs, what to do when it is paid',
        forNode(
          project,
          replaceOnce(handler, 'http://localhost:3000/checkout', 'http://localhost:5173/checkout'),
        ),
      ),
      wholeFile(
        `server/server.${extension}`,
        'mounts it; ends in order',
        forNode(project, templateFor(project, server)),
      ),
      wholeFile('shop.html', 'the page with the Pay button', html),
      wholeFile(source, 'its script', templateFor(project, hasReact ? reactScript : script)),
      wholeFile('thanks.html', 'the thanks', templateFor(project, thanks)),
      viteConfig(project),
    ],
    env: {
      PORT: '3001',
      PUBLIC_URL: 'http://localhost:5173/checkout',
      VITE_GATEWAY_ORIGIN: 'http://127.0.0.1:4010',
    },
    packages: [],
    devPackages: ['vite', ...(project.isTypeScript ? ['tsx', '@types/node'] : [])],
    start: [runNode(project, `server/server.${extension}`), 'npm run dev'],
    address: 'http://localhost:5173/shop',
    notes: [
      'In production, whatever serves the built pages passes /checkout/ on to the server, so that browsers see one address.',
    ],
  };
}
