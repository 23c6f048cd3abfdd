import { checkoutHandler } from '../handler';

// Next.js ends its process by itself; what has not finished then is taken up by the next start.
export const GET = (request: Request) => checkoutHandler().fetch(request);
export const POST = (request: Request) => checkoutHandler().fetch(request);
