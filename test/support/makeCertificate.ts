import { type Certificate, makeCertificate as make } from '../../demo/server/lan/makeCertificate.ts';

/** A certificate for this machine that nobody but itself vouches for; made anew, so that no key lies in the repository. */
export const makeCertificate = (): Certificate => make(['DNS:localhost', 'IP:127.0.0.1'], 2);
