import { checkoutHandler } from '$lib/server/checkout';
import type { RequestHandler } from './$types';

// SvelteKit refuses forms that another site posts (403). By default the gateway sends the customer back with GET and its
// notifications as JSON, which pass. One that sends the customer back with a form has to be named in the configuration:
// csrf: { trustedOrigins: ['https://gateway.example'] }
const answer: RequestHandler = ({ request, getClientAddress }) =>
  checkoutHandler().fetch(request, { clientAddress: getClientAddress() });

export const GET = answer;
export const POST = answer;
