import type { Plan } from './plan.ts';
import type { Project } from './project.ts';
import { forNode, templateFor, withStore } from './templateFor.ts';
import { template as express } from './templates/express/server.ts?template';
import { template as fastify } from './templates/fastify/server.ts?template';
import { template as hono } from './templates/hono/server.ts?template';
import { template as node } from './templates/node/server.ts?template';
import { template as checkout } from './templates/servers/checkout.ts?template';
import { template as pages } from './templates/servers/pages.ts?template';
import { wholeFile } from './wantedFile.ts';

const SERVERS = {
  node: { title: 'node:http', server: node, packages: [], types: [] },
  express: { title: 'Express', server: express, packages: ['express'], types: ['@types/express'] },
  fastify: { title: 'Fastify', server: fastify, packages: ['fastify', '@fastify/static'], types: [] },
  hono: { title: 'Hono', server: hono, packages: ['hono', '@hono/node-server'], types: [] },
} as const;

/** A server of its own in three files: the handler, the pages, and where both are mounted. */
export function planServer(project: Project, name: keyof typeof SERVERS): Plan {
  const { title, server, packages, types } = SERVERS[name];
  const folder = project.has('src') ? 'src/' : '';
  const extension = nodeExtension(project);
  const file = (base: string) => `${folder}${base}.${extension}`;
  const text = (template: typeof server) => forNode(project, templateFor(project, template));
  return {
    title,
    files: [
      wholeFile(
        file('checkout'),
        'the handler: what an order costs, what to do when it is paid',
        withStore(project, text(checkout)),
      ),
      wholeFile(file('pages'), 'the page with the Pay link, and the thanks', text(pages)),
      wholeFile(file('server'), 'both mounted; ends in order', text(server)),
    ],
    env: { PORT: '3000', PUBLIC_URL: 'http://localhost:3000/checkout' },
    packages,
    devPackages: project.isTypeScript ? ['tsx', '@types/node', ...types] : [],
    start: [runNode(project, file('server'))],
    address: 'http://localhost:3000',
    notes: [],
  };
}

export function nodeExtension({ isTypeScript, isModule }: Project): string {
  return `${isModule ? '' : 'm'}${isTypeScript ? 'ts' : 'js'}`;
}

export function runNode({ isTypeScript }: Project, file: string): string {
  return `${isTypeScript ? 'npx tsx' : 'node'} --env-file=.env ${file}`;
}
