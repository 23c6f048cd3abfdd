import { type Ask, brief } from '../ask.ts';
import { type Finding, failed } from '../check.ts';

/** The script tag in the page. */
export interface PageScript {
  url: string;
  nonce: string | null;
  integrity: string | null;
  /** The first of `data-gateway-origins`. */
  gatewayOrigin: string | null;
}

/** The script tag of ours, where the page has one. */
export function findScript(html: string, page: string): PageScript | null {
  const tag = /<script\s[^>]*\bsrc\s*=\s*["']?[^"'\s>]*hpp-checkout[^"'\s>]*\.js[^>]*>/i.exec(html)?.[0];
  if (tag === undefined) return null;
  const attribute = (name: string) => {
    const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
    return (found?.[1] ?? found?.[2] ?? found?.[3])?.replaceAll('&amp;', '&') ?? null;
  };
  const url = new URL(attribute('src') ?? '', page).href;
  const [gateway = ''] = (attribute('data-gateway-origins') ?? '').split(/[ ,]+/);
  return {
    url,
    nonce: attribute('nonce'),
    integrity: attribute('integrity'),
    gatewayOrigin: URL.canParse(gateway) ? new URL(gateway).origin : null,
  };
}

/** Does the script load, with the frame's file beside it, and the dialog's beside that? */
export async function scriptFindings({ url }: PageScript, page: string, ask: Ask): Promise<Finding[]> {
  const missing = (detail: string) => [
    failed('script_missing', {
      detail,
      expected: 'all files of dist in one folder, as JavaScript.',
      change:
        'Serve the folder node_modules/hpp-checkout/dist as it is, or copy the whole of it to where the script lies.',
    }),
  ];
  const first = await ask(url);
  if (first.status !== 200) return missing(`The page’s script ${url} answers ${brief(first)}.`);
  let { text } = first;
  // Each file has the name of the one that it loads built in.
  for (const part of ['frame', 'dialog']) {
    const name = new RegExp(`hpp-checkout\\.${part}\\.\\w+\\.js`).exec(text)?.[0];
    if (name === undefined) continue;
    const beside = new URL(name, url);
    const file = await ask(beside.href, { headers: { origin: page } });
    const type = file.headers.get('content-type') ?? 'without a type';
    if (file.status !== 200 || !/javascript/.test(type)) {
      return missing(`The ${part}’s file ${beside.href} answers ${brief(file)}, ${type}.`);
    }
    if (
      beside.origin !== page &&
      !['*', page].includes(file.headers.get('access-control-allow-origin') ?? '')
    ) {
      return [
        failed('script_missing', {
          detail: `The ${part}’s file ${beside.href} lies on another origin, which lets no page check its hash.`,
          expected: 'Access-Control-Allow-Origin on the files of dist.',
          change: 'Send Access-Control-Allow-Origin: * with them.',
        }),
      ];
    }
    text = file.text;
  }
  return [];
}
