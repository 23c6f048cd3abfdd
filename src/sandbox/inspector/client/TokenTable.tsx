import type { JSX } from 'preact';
import type { TokenView } from '../../control/views.ts';
import { showTime } from './format.ts';
import type { Model } from './model.ts';
import { Table } from './Table.tsx';

export function TokenTable({ model, filter }: { model: Model; filter: string }): JSX.Element {
  return (
    <Table<TokenView>
      caption="Card tokens, by their last characters"
      rows={model.tokens.value}
      id={({ cardTokenEnd, createdAt }) => `${cardTokenEnd} ${createdAt}`}
      filter={filter}
      empty="No card token yet. One is made with the first successful card payment."
      columns={[
        ['Token', (token) => token.cardTokenEnd],
        ['Card', (token) => `${token.brand} ${token.maskedNumber}`],
        ['Expiry', (token) => token.expiry],
        ['Holder', (token) => token.holderName],
        ['Client account', (token) => token.clientAccount],
        ['Created', (token) => showTime(token.createdAt)],
      ]}
    />
  );
}
