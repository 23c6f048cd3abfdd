/*
 * `npm run demo`: a shop, its server and a gateway on this machine, on three origins.
 * State lies in `demo/.data` and survives a restart; delete the folder to begin anew. With `--docs` the docs are built as well.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDocs } from './buildDocs.ts';
import { readConfig } from './server/config.ts';
import { testCards } from './shop/components/testCards.ts';
import { en } from './shop/texts/en.ts';
import { startDemo } from './startDemo.ts';

try {
  const config = readConfig(process.env, fileURLToPath(new URL('.data', import.meta.url)));
  mkdirSync(join(config.dataFolder), { recursive: true });
  const demo = await startDemo(config);
  const docs = `${config.shop.origin}/docs/`;
  const withDocs = process.argv.includes('--docs');
  const stopDocs = withDocs ? buildDocs(docs) : () => {};
  const shutDown = () => {
    stopDocs();
    process.off('SIGINT', shutDown).off('SIGTERM', shutDown);
    console.log('\nClosing the shop …');
    demo.close().catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  };
  process.on('SIGINT', shutDown).on('SIGTERM', shutDown);
  console.log(`
  The shop is open:  ${config.shop.origin}
  control room       ${config.shop.origin}/?room
  the docs           ${docs}${withDocs ? '   (being built)' : ''}
  its server         ${config.merchant.origin}/checkout
  the gateway        ${config.gateway.local}/_sandbox   (look inside)

${openTo(config.lan, demo.fingerprint)}
  Test cards (any future expiry, any three digits, any name):
${testCards.map(({ number, does }) => `    ${number}  ${en.cards[does]}`).join('\n')}

  Ctrl-C closes it.
`);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/** What `DEMO_LAN` lets in, told to whoever has set it. */
function openTo(address: string | null, fingerprint: string | null): string {
  if (address === null) return '';
  return `
  OPEN TO YOUR NETWORK (DEMO_LAN): whoever reaches ${address} can use the shop, its control room, the docs and the test
  gateway. No money moves, and the inspector stays on this machine. "On a phone" in the control room shows the address as
  a QR code. Browsers warn of the certificate, which is the demo's own; its SHA-256 fingerprint:
  ${fingerprint}
`;
}
