import type { JSX } from 'preact';

/** What a payment is about, each with its term. */
export function Facts({ facts }: { facts: readonly (readonly string[])[] }): JSX.Element {
  return (
    <dl>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
