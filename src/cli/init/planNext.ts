import { CommandError } from '../command.ts';
import type { Plan } from './plan.ts';
import type { Project } from './project.ts';
import { templateFor, withStore } from './templateFor.ts';
import { template as route } from './templates/next/app/checkout/[...path]/route.ts?template';
import { template as handler } from './templates/next/app/checkout/handler.ts?template';
import { template as shop } from './templates/next/app/shop/page.tsx?template';
import { template as thanks } from './templates/next/app/thanks/page.tsx?template';
import { wholeFile } from './wantedFile.ts';

/**
 * The shop's page is `/shop`: every app has its `/` already.
 * @throws CommandError for an app with the Pages Router alone.
 */
export function planNext(project: Project): Plan {
  const app = ['app', 'src/app'].find((folder) => project.has(folder));
  if (app === undefined && (project.has('pages') || project.has('src/pages'))) {
    throw new CommandError(
      'This app has the Pages Router, and init writes for the App Router. Make a folder app/ with a layout (both routers work beside each other), and run init again.',
    );
  }
  const folder = app ?? 'app';
  const [ts, tsx] = project.isTypeScript ? ['ts', 'tsx'] : ['js', 'jsx'];
  const text = (template: typeof route) => templateFor(project, template);
  return {
    title: 'Next.js',
    files: [
      wholeFile(
        `${folder}/checkout/handler.${ts}`,
        'the handler: what an order costs, what to do when it is paid',
        withStore(project, text(handler)),
      ),
      wholeFile(`${folder}/checkout/[...path]/route.${ts}`, 'mounted at /checkout', text(route)),
      wholeFile(`${folder}/shop/page.${tsx}`, 'the page with the Pay button', text(shop)),
      wholeFile(`${folder}/thanks/page.${tsx}`, 'the thanks', text(thanks)),
    ],
    env: { PUBLIC_URL: 'http://localhost:3000/checkout' },
    packages: ['next', 'react', 'react-dom'],
    devPackages: [],
    start: ['npm run dev'],
    address: 'http://localhost:3000/shop',
    notes: [],
  };
}
