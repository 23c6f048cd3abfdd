import { createShop } from '../shop.mjs';

export const shop = createShop({ ...JSON.parse(process.env.SHOP), publicUrl: process.env.SHOP_URL });
