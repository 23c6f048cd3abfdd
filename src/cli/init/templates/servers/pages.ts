/** Where the hosted page comes from. The script shows no other, and connects to it before the click. */
const gatewayOrigin = new URL(process.env.HPP_BASE_URL ?? '').origin;

/** The script tag says what all Pay links of the page share. Where it has not run, the link leads to the handler's pay page. */
export const shopPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Shop</title>
    <script async src="/hpp-checkout/hpp-checkout.js"
            data-session="/checkout/session" data-gateway-origins="${gatewayOrigin}" data-warm="connect"></script>
  </head>
  <body>
    <h1>Kettle</h1>
    <a href="/checkout/pay?order=A-1001" data-hpp-checkout data-order="A-1001"
       data-success-url="/thanks" data-failure-url="/">Pay €49.90</a>
  </body>
</html>
`;

export const thanksPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Thank you</title>
  </head>
  <body>
    <h1>Thank you</h1>
    <p>Your kettle is on its way.</p>
  </body>
</html>
`;
