import { Component, CUSTOM_ELEMENTS_SCHEMA, computed, signal } from '@angular/core';
import type { CheckoutOptions, Outcome } from 'hpp-checkout';
import 'hpp-checkout/element';
import { type Basket, newBasket } from '../shop/newBasket.ts';
import { outcomeTexts } from '../shop/outcomeTexts.ts';

@Component({
  selector: 'shop-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>Morrow</h1>
      @if (basket()) {
        <article>
          <span>Kettle</span>
          <strong>€69.00</strong>
          <button type="button" (click)="basket.set(null)">Remove</button>
        </article>
        @if (outcome() !== 'completed') {
          <hpp-checkout session="/checkout/session" label="Pay €69.00" [options]="options()"></hpp-checkout>
        }
      }
      <p role="status">{{ outcomeText() }}</p>
    </main>
  `,
})
export class ShopComponent {
  readonly basket = signal<Basket | null>(newBasket());
  readonly outcome = signal<Outcome | null>(null);

  /** Callbacks, since a template cannot name an event with a colon in it. */
  readonly options = computed<Partial<CheckoutOptions>>(() => ({
    order: this.basket(),
    onOpen: () => this.outcome.set(null),
    onClose: (result) => this.outcome.set(result.outcome),
  }));

  readonly outcomeText = computed(() => {
    const outcome = this.outcome();
    return outcome && outcomeTexts[outcome];
  });
}
