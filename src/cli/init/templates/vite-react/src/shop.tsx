import { CheckoutButton } from 'hpp-checkout/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

function Shop() {
  return (
    <main>
      <h1>Kettle</h1>
      <CheckoutButton
        session="/checkout/session"
        order="A-1001"
        label="Pay €49.90"
        // Where the hosted page comes from. The button shows no other, and connects to it before the click.
        gatewayOrigins={import.meta.env.VITE_GATEWAY_ORIGIN}
        successUrl="/thanks"
        failureUrl="/shop"
      />
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  );
