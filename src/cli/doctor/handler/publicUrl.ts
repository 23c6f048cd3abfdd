import { type Ask, brief, NoAnswerError } from '../ask.ts';
import { type Check, type Finding, failed, hint, ok, warning } from '../check.ts';
import type { FoundHandler } from './findHandler.ts';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1])$/;
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)|\.(local|internal|lan)$/;

/** Whether the address that the handler takes for its own is the one where it answers. Browsers and the gateway use it. */
export function publicUrl({ url, publicUrl: theirs, test }: FoundHandler, ask: Ask): Check {
  return {
    name: 'publicUrl',
    async run() {
      if (theirs !== null && sameAddress(theirs, url) === false) return await differs(theirs, url, ask);
      return publicEnough(new URL(url), test);
    },
  };
}

function sameAddress(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.origin === b.origin && a.pathname.replace(/\/+$/, '') === b.pathname.replace(/\/+$/, '');
}

async function differs(theirs: string, url: string, ask: Ask): Promise<Finding> {
  const there = await whatIsAt(theirs, ask);
  if (there === null) {
    return warning('public_url_wrong', {
      detail: `--url is ${url}, and the publicUrl of the handler is ${theirs}. It answers at both.`,
      expected: 'one address: browsers and the gateway use publicUrl.',
      change: `Ask again with --url ${theirs}, which looks at what customers get.`,
    });
  }
  return failed('public_url_wrong', {
    detail: `The handler answers at ${url}, but its publicUrl is ${theirs}, and ${there}.`,
    expected:
      'the address under which browsers and the gateway reach the handler: notifications and customers are sent there.',
    change: `Set publicUrl (PUBLIC_URL) to ${url} (${partOf(theirs, url)}), and start the server again. Or make the server answer at ${theirs}.`,
  });
}

/** `null` when the handler is there, too. */
async function whatIsAt(address: string, ask: Ask): Promise<string | null> {
  try {
    const answer = await ask(`${address.replace(/\/+$/, '')}/health`);
    const isThere = typeof answer.json?.store === 'string' && answer.json.publicUrl === address;
    return isThere ? null : `something else answers there (${brief(answer)})`;
  } catch (error) {
    if (error instanceof NoAnswerError) return `there is no answer from it: ${error.reason}`;
    throw error;
  }
}

/** What of the address is wrong: `the port is 3000, not 3001`. */
function partOf(theirs: string, url: string): string {
  const [wrong, right] = [new URL(theirs), new URL(url)];
  if (wrong.protocol !== right.protocol)
    return `it is ${right.protocol.slice(0, -1)}, not ${wrong.protocol.slice(0, -1)}`;
  if (wrong.hostname !== right.hostname) return `the host is ${right.hostname}, not ${wrong.hostname}`;
  if (wrong.port !== right.port) return `the port is ${portOf(right)}, not ${portOf(wrong)}`;
  return `the path is ${right.pathname}, not ${wrong.pathname}`;
}

const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80');

/** Whether a gateway and customers elsewhere reach it safely. A sandbox on this machine needs none of that. */
function publicEnough({ protocol, hostname }: URL, test: boolean | null): Finding {
  const remark = test === true ? hint : failed;
  if (LOOPBACK.test(hostname)) {
    if (test === true) return ok('It is this machine: good with a sandbox here.');
    return warning('not_public', {
      detail: `${hostname} is this machine: a gateway elsewhere cannot send notifications to it.`,
      expected: 'an address that the internet reaches.',
      change: 'Put the server behind one and make it publicUrl; for a trial, a tunnel does.',
    });
  }
  if (protocol !== 'https:') {
    return remark('not_https', {
      detail: `${hostname} is asked without https: session addresses and customers’ data travel in the open.`,
      expected: 'https, before anybody pays with a real card.',
      change: 'Serve it over https, and say https in publicUrl.',
    });
  }
  if (PRIVATE.test(hostname)) {
    return warning('not_public', {
      detail: `${hostname} looks like an address inside your network.`,
      expected: 'an address that the gateway reaches from outside.',
      change: 'Use the public one in publicUrl and in --url.',
    });
  }
  return ok('https, on a public name.');
}
