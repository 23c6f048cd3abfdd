import { shop } from '../shop.mjs';

export const runtime = 'nodejs';
export const GET = (request) => shop.fetch(request);
export const POST = GET;
