import type { AppMessage } from '../protocol/page/appMessage.ts';
import { tellOnce } from './tellOnce.ts';

/*
 * The script of the pay page where there is nothing to pay: tells the app around it why. The page itself needs no script.
 */

const message: AppMessage | null = JSON.parse(document.getElementById('checkout')?.textContent ?? 'null');
if (message !== null) tellOnce(message);
