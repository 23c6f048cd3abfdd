import type { Plan } from './plan.ts';
import type { Project } from './project.ts';
import { templateFor, withStore } from './templateFor.ts';
import { template as checkout } from './templates/sveltekit/src/lib/server/checkout.ts?template';
import { template as route } from './templates/sveltekit/src/routes/checkout/[...path]/+server.ts?template';
import { template as load } from './templates/sveltekit/src/routes/shop/+page.server.ts?template';
import { template as shop } from './templates/sveltekit/src/routes/shop/+page.svelte?template';
import { template as thanks } from './templates/sveltekit/src/routes/thanks/+page.svelte?template';
import { wholeFile } from './wantedFile.ts';

/** The shop's page is `/shop`: every app has its `/` already. */
export function planSvelteKit(project: Project): Plan {
  const ts = project.isTypeScript ? 'ts' : 'js';
  const text = (template: typeof route) => templateFor(project, template);
  return {
    title: 'SvelteKit',
    files: [
      wholeFile(
        `src/lib/server/checkout.${ts}`,
        'the handler: what an order costs, what to do when it is paid',
        withStore(project, text(checkout)),
      ),
      wholeFile(`src/routes/checkout/[...path]/+server.${ts}`, 'mounted at /checkout', text(route)),
      wholeFile(
        `src/routes/shop/+page.server.${ts}`,
        'tells the page where the hosted page comes from',
        text(load),
      ),
      wholeFile('src/routes/shop/+page.svelte', 'the page with the Pay button', text(shop)),
      wholeFile('src/routes/thanks/+page.svelte', 'the thanks', text(thanks)),
    ],
    env: { PUBLIC_URL: 'http://localhost:5173/checkout' },
    packages: ['@sveltejs/kit', 'svelte'],
    devPackages: [],
    start: ['npm run dev'],
    address: 'http://localhost:5173/shop',
    notes: [
      'A gateway that sends the customer back with a form (POST) needs csrf.trustedOrigins in the configuration of SvelteKit: see +server.',
    ],
  };
}
