import { type Answer, describe, field } from '../answer.ts';
import { demand } from '../broken.ts';
import type { RuleGroup } from '../rule.ts';

export const http: RuleGroup = {
  title: 'Errors and health',
  heading: 'errors-and-health',
  rules: [
    {
      name: 'errors-are-problem-documents',
      demand: 'Every refusal is application/problem+json with type, title, status and code',
      async check({ backend, options }) {
        const answers: Record<string, Answer> = {
          'GET /nothing': await backend.send('/nothing'),
          'GET /session/unknown': await backend.status('0'.repeat(32)),
          'POST /session with a broken body': await backend.open('{'),
          'POST /session for an unknown order': await backend.open({
            order: options.unknownOrder,
            reason: 'open',
          }),
        };
        for (const [what, answer] of Object.entries(answers)) {
          const texts = ['type', 'title', 'code'].every((name) => typeof field(answer, name) === 'string');
          demand(
            answer.headers.get('content-type')?.includes('application/problem+json') === true &&
              texts &&
              field(answer, 'status') === answer.status,
            `application/problem+json with type, title, status and code from ${what}`,
            () => describe(answer),
          );
        }
      },
    },
    {
      name: 'health-is-told',
      demand: 'GET /health says in JSON how the backend, its store and the gateway are',
      async check({ backend }) {
        const answer = await backend.send('/health');
        const known = { status: ['ok', 'degraded', 'down'], store: ['ok', 'down'], gateway: ['ok', 'down'] };
        demand(
          Object.entries(known).every(([name, values]) => values.includes(String(field(answer, name)))),
          'JSON with status, store and gateway',
          () => describe(answer),
        );
      },
    },
  ],
};
