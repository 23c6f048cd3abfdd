import { logoAddress } from '../../settings/brand.ts';
import { MAX_SHOWN_BYTES, shrinkLogo } from './shrinkLogo.ts';

/** The server forgets a logo when it ends; this browser keeps it. */
const KEY = 'morrow-logo';

interface KeptLogo {
  id: string;
  /** The file as a `data:` address. */
  data: string;
}

/** Gives the file to the shop's server, as large as shop and dialog show it. @returns its id, or why it was not taken. */
export async function sendLogo(chosen: Blob): Promise<{ id: string } | { error: string }> {
  const file = await shrinkLogo(chosen);
  if (file.size > MAX_SHOWN_BYTES) return { error: 'That is larger than the 48 kB that the dialog takes.' };
  const reply = await fetch('/logo', { method: 'POST', body: file }).catch(() => null);
  const answer = await reply?.json().catch(() => null);
  if (reply?.ok) {
    keep({ id: answer.id, data: await asData(file) });
    return { id: answer.id };
  }
  return { error: answer?.error ?? 'The shop’s server does not answer.' };
}

/** Gives the server a logo that it has forgotten, if this browser has kept it. @returns whether it was given. */
export async function bringBackLogo(id: string): Promise<boolean> {
  const known = await fetch(logoAddress(id), { method: 'HEAD' }).catch(() => null);
  if (known?.ok) return false;
  const kept = readKept();
  if (kept?.id !== id) return false;
  const [head = '', base64 = ''] = kept.data.split(',');
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const sent = await sendLogo(new Blob([bytes], { type: /^data:([^;]*)/.exec(head)?.[1] ?? '' }));
  return 'id' in sent;
}

export function forgetLogo(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage may be refused; then nothing was kept.
  }
}

function keep(logo: KeptLogo): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(logo));
  } catch {
    // Refused or full: the logo lives as long as the server does.
  }
}

function readKept(): KeptLogo | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

function asData(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
