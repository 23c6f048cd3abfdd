import { type Answer, type Ask, brief, NoAnswerError } from '../ask.ts';
import { type Check, type Finding, failed, ok } from '../check.ts';

const NOBODY = '0'.repeat(32);

/** What is posted: a notification comes as JSON, some banks send the customer back with a form. */
const PROBES = [
  ['session', 'application/json', '{"order":null,"reason":"doctor"}', 'JSON', 'express.json()'],
  [`notify/${NOBODY}/doctor`, 'application/json', '{}', 'JSON', 'express.json()'],
  [`return/${NOBODY}/unknown`, 'application/x-www-form-urlencoded', 'a=b', 'forms', 'express.urlencoded()'],
] as const;

/**
 * Whether requests' bodies reach the handler as they were sent. A parser in front has read them, and of a signed
 * notification the bytes are needed. Posts what no order can be made of.
 */
export function bodyParser(url: string, ask: Ask): Check {
  return {
    name: 'Request bodies',
    async run() {
      const mounted = new URL(url).pathname;
      for (const [path, type, body, kind, parser] of PROBES) {
        const headers = { 'content-type': type };
        try {
          const answer = await ask(`${url}/${path}`, { method: 'POST', headers, body });
          if (isReadAlready(answer))
            return trouble(`POST /${path}: ${brief(answer)}.`, kind, parser, mounted);
        } catch (error) {
          if (!(error instanceof NoAnswerError && error.isTimeout)) throw error;
          return trouble(`${error.message} GET requests are answered at once.`, kind, parser, mounted);
        }
      }
      return ok('They reach the handler as they were sent.');
    },
  };
}

/** As `toNodeHandler` and the handler itself say it. */
function isReadAlready({ status, json }: Answer): boolean {
  return (
    status === 500 && /body.*(parsed before|already been read|body parser)/is.test(String(json?.detail ?? ''))
  );
}

function trouble(seen: string, kind: string, parser: string, path: string): Finding {
  return failed('body_parser', {
    detail: `A body parser in front of the handler reads ${kind}, before the handler can. ${seen}`,
    expected: 'the bytes as they were sent: notifications are signed over them.',
    change:
      `Express: move the line app.use('${path}', toNodeHandler(handler)) above app.use(${parser}). Fastify: call ` +
      'scope.removeAllContentTypeParsers() in the scope of the handler’s route, as the docs’ example does. Others: have the parser leave ' +
      `${path} alone.`,
  });
}
