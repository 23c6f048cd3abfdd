import type { Outcome } from 'hpp-checkout';
import { CheckoutButton } from 'hpp-checkout/react';
import { useState } from 'react';
import { type Basket, newBasket } from '../shop/newBasket.ts';
import { outcomeTexts } from '../shop/outcomeTexts.ts';

export function Shop() {
  const [basket, setBasket] = useState<Basket | null>(newBasket);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return (
    <main>
      <h1>Morrow</h1>
      {basket && (
        <article>
          <span>Kettle</span>
          <strong>€69.00</strong>
          <button type="button" onClick={() => setBasket(null)}>
            Remove
          </button>
        </article>
      )}
      {basket && outcome !== 'completed' && (
        <CheckoutButton
          session="/checkout/session"
          order={basket}
          label="Pay €69.00"
          onOpen={() => setOutcome(null)}
          onClose={(result) => setOutcome(result.outcome)}
        />
      )}
      <p role="status">{outcome && outcomeTexts[outcome]}</p>
    </main>
  );
}
