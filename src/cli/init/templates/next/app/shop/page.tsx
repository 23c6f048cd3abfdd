import { CheckoutButton } from 'hpp-checkout/react';
import { connection } from 'next/server';
import { Suspense } from 'react';

async function PayButton() {
  await connection(); // The environment is read for each request, not when the app is built.
  return (
    <CheckoutButton
      session="/checkout/session"
      order="A-1001"
      label="Pay €49.90"
      // Where the hosted page comes from. The button shows no other, and connects to it before the click.
      gatewayOrigins={new URL(process.env.HPP_BASE_URL ?? '').origin}
      successUrl="/thanks"
      failureUrl="/shop"
    />
  );
}

export default function ShopPage() {
  return (
    <main>
      <h1>Kettle</h1>
      <Suspense>
        <PayButton />
      </Suspense>
    </main>
  );
}
