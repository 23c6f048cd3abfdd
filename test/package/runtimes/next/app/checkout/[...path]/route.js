import { shop } from '../../shop.mjs';

export const runtime = 'nodejs';
export const GET = (request) => shop.handler.fetch(request);
export const POST = GET;
